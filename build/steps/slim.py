"""What the page never uses, left out of its downloads: regular expressions of names inside the archives."""

# NumPy: its development files, and the parts that it imports only on demand and the core does not use.
NUMPY_DROPPED = (
    r"/tests/",
    r"\.(?:pyi|pxd|h|a|c|pc)$",
    r"/RECORD$",
    r"^numpy/(?:_pyinstaller|ctypeslib|doc|f2py|fft|ma|polynomial|testing)/",
    r"^numpy/(?:conftest|matlib)\.py$",
)

# Python's library: developers' tools, servers, protocols and mail, none of which a page can use.
_PACKAGES = (
    "_pyrepl", "curses", "dbm", "ensurepip", "html", "http", "idlelib", "lib2to3", "multiprocessing",
    "pydoc_data", "sqlite3", "tkinter", "turtledemo", "unittest", "venv", "wsgiref", "xml", "xmlrpc", "zoneinfo",
)
_MODULES = (
    "__hello__", "_aix_support", "_android_support", "_apple_support", "_ios_support", "_osx_support",
    "_pydecimal", "_pyio", "antigravity", "bdb", "cProfile", "calendar", "cmd", "code", "configparser", "difflib",
    "doctest", "filecmp", "fileinput", "ftplib", "getpass", "imaplib", "ipaddress", "mailbox", "mimetypes",
    "modulefinder", "netrc", "nturl2path", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile",
    "pstats", "pty", "py_compile", "pyclbr", "pydoc", "rlcompleter", "sched", "shelve", "smtplib", "socketserver",
    "symtable", "tabnanny", "this", "timeit", "trace", "tracemalloc", "tty", "turtle", "webbrowser", "xdrlib",
    "zipapp",
)
# Character tables of old code pages; UTF, Latin-1, ASCII and zip's cp437 stay.
_ENCODINGS = (
    r"^encodings/(?:big5|cp(?!437)|euc|gb|hp_|hz|iso(?!8859_1\.)|johab|koi8|kz1048|mac_|mbcs|oem|palmos|ptcp|shift|tis)"
)

LIBRARY_DROPPED = (
    rf"^(?:{'|'.join(_PACKAGES)})/",
    rf"^(?:{'|'.join(_MODULES)})\.py$",
    _ENCODINGS,
    r"/tests?/",
)
