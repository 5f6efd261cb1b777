"""Profiles in the browser: stored, told to other pages, merged, and what happens where storage is refused."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from cna_avatars.description import Descriptor, encode, share_code
from cna_avatars.wardrobe import WardrobeRegistry
from guarded_page import guarded_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Profiles</title>
<script type="module" src="profiles-page.js"></script>
<body>"""

# Frames and timers that the test moves; events are kept in order.
_SCRIPT = """
import { openStudio } from "../runtime/studio.js";

globalThis.told = [];
globalThis.opened = openStudio().then((studio) => Object.assign(globalThis, { studio }));

globalThis.openProfiles = async () => {
  globalThis.profiles = await studio.openProfiles();
  for (const type of ["avatarchanged", "storage"])
    profiles.addEventListener(type, ({ detail }) => told.push({ type, ...detail }));
};

/** Lets frames and messages pass until a condition holds. */
globalThis.settle = async (condition) => {
  for (let frame = 0; frame < 2000; frame++) {
    if (await condition()) return true;
    cnaAvatarsTest.step(0);
    await new Promise((resolve) => queueMessage(resolve));
  }
  throw new Error(`Not settled: ${condition}`);
};

const { port1, port2 } = new MessageChannel();
const waiting = [];
port1.onmessage = () => waiting.shift()();
const queueMessage = (resolve) => {
  waiting.push(resolve);
  port2.postMessage(0);
};

globalThis.codeOf = (error) => ({ name: error.name, code: error.code, message: error.message });

/** Everything the database holds, past the page's own code. */
globalThis.records = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open("cna-avatars");
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const all = request.result.transaction("profiles").objectStore("profiles").getAll();
      all.onsuccess = () => {
        request.result.close();
        resolve(all.result);
      };
    };
  });
"""


def avatar(height_mm: int) -> bytes:
    """Return an avatar of catalog 1 that its height tells from others."""
    return encode(Descriptor(body=0, height_mm=height_mm, items=(1, 20, 40, 60, 0, 0)), WardrobeRegistry())


def code(height_mm: int) -> str:
    return share_code(avatar(height_mm), WardrobeRegistry())


START = datetime(2026, 1, 1, tzinfo=UTC)
SMALL, TALL = code(1500), code(2000)


class Tab:
    """One page of the site."""

    def __init__(self, page: Page, site_url: str) -> None:
        self.page = page
        base = site_url.rstrip("/") + "/test-pages/"
        page.route(base + "profiles.html*", lambda route: route.fulfill(body=_PAGE, content_type="text/html"))
        page.route(base + "profiles-page.js", lambda route: route.fulfill(body=_SCRIPT, content_type="text/javascript"))
        page.goto(base + "profiles.html?test=1")
        self._boot()

    def open(self) -> Tab:
        """Read the profiles."""
        self.evaluate("openProfiles()")
        return self

    def reload(self) -> None:
        """Boot again, and read the profiles again."""
        self.page.reload()
        self._boot()
        self.open()

    def _boot(self) -> None:
        self.evaluate("opened")
        self.evaluate("settle(() => studio.catalogsAreInstalled)")

    def evaluate(self, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(script, argument)

    def sign_in(self, gamertag: str = "Ann", height: str = SMALL) -> None:
        """Sign in with a known avatar, and watch it."""
        self.evaluate("(name) => profiles.signIn(name)", gamertag)
        self.save(height, gamertag)
        self.watch()

    def watch(self) -> str:
        text: str = self.evaluate("profiles.avatarOf(0)")
        return text

    def save(self, text: str, gamertag: str = "Ann") -> None:
        self.evaluate("([name, code]) => profiles.saveAvatar(name, code)", [gamertag, text])

    def settle(self, condition: str) -> None:
        self.evaluate(f"settle(() => {condition})")

    def profiles(self) -> dict[str, str]:
        """The avatars by gamertag."""
        listed = self.evaluate("profiles.list()")
        assert listed["problem"] == ""
        return {each["gamertag"]: each["code"] for each in listed["profiles"]}

    def records(self) -> dict[str, dict[str, Any]]:
        return {record["key"]: record for record in self.evaluate("records()")}

    @property
    def told(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = self.evaluate("told.splice(0)")
        return events

    @property
    def reason(self) -> str:
        text: str = self.evaluate("profiles.reason")
        return text


@contextmanager
def new_tab(browser: Browser, site_url: str, config: dict[str, Any], script: str = "") -> Iterator[Tab]:
    """Open a page in a browser profile of its own; `script` runs before the page's."""
    with guarded_page(browser, site_url, config) as page:
        if script:
            page.add_init_script(script)
        yield Tab(page, site_url).open()


@pytest.fixture
def tab(browser: Browser, site_url: str, browser_config: dict[str, Any]) -> Iterator[Tab]:
    """A page with empty storage."""
    with new_tab(browser, site_url, browser_config) as tab:
        yield tab


def second(tab: Tab, site_url: str, script: str = "") -> Tab:
    """Another page that shares the storage of `tab`."""
    context: BrowserContext = tab.page.context
    page = context.new_page()
    if script:
        page.add_init_script(script)
    return Tab(page, site_url).open()


def test_importing_it_on_a_server_touches_nothing(site_folder: Any) -> None:
    script = "import(process.argv[1]).then(({ Profiles }) => console.log(typeof Profiles, typeof indexedDB))"
    module = (site_folder / "runtime" / "profiles.js").as_uri()
    result = subprocess.run(["node", "-e", script, module], capture_output=True, text=True, check=False)
    assert (result.stdout.split(), result.returncode) == (["function", "undefined"], 0), result.stderr


def test_a_profile_is_made_stored_and_there_again_after_a_reload(tab: Tab) -> None:
    assert tab.evaluate("profiles.signIn('Ann Lee')") == 0
    made = tab.watch()
    assert tab.profiles() == {"Ann Lee": made}
    (record,) = tab.records().values()
    assert (record["key"], record["gamertag"], record["autoSignIn"]) == ("ann lee", "Ann Lee", False)
    tab.evaluate("profiles.setAutoSignIn('ann lee', true)")
    tab.reload()
    tab.evaluate("profiles.signInAutomatically()")
    assert tab.evaluate("profiles.signedIn") == [{"playerIndex": 0, "gamertag": "Ann Lee", "isGuest": False}]
    assert tab.watch() == made
    assert tab.reason == ""


def test_a_guest_has_no_avatar_and_is_not_stored(tab: Tab) -> None:
    assert tab.evaluate("profiles.signInGuest(3)") == 3
    assert tab.evaluate("profiles.avatarOf(3)") == ""
    assert tab.profiles() == {}
    tab.evaluate("profiles.signOut(3)")
    assert tab.evaluate("profiles.signedIn") == []


def test_errors_are_the_pages_own(tab: Tab) -> None:
    errors = tab.evaluate(
        """Promise.all([
          profiles.signIn("Ann  Lee"),
          profiles.signIn("Ann", 4),
          profiles.saveAvatar("Nobody", "AUNO"),
        ].map((promise) => promise.then(() => "no error", codeOf)))"""
    )
    assert [error["code"] for error in errors] == ["argument", "argument-range", "argument"]
    assert all(error["name"] == "AvatarError" for error in errors)


def test_a_save_is_told_to_another_tab_once_and_not_to_the_one_that_saved(tab: Tab, site_url: str) -> None:
    tab.sign_in()
    other = second(tab, site_url)
    other.evaluate("profiles.signIn('ann')")
    assert other.watch() == SMALL
    tab.save(TALL)
    other.settle("told.length > 0")
    assert other.told == [{"type": "avatarchanged", "playerIndex": 0, "gamertag": "Ann", "code": TALL}]
    tab.save(TALL)
    other.save(code(1700))
    tab.settle("told.length > 0")
    assert [event["code"] for event in tab.told] == [code(1700)]
    assert other.told == []


def test_without_a_channel_the_ten_second_check_tells(
    browser: Browser, site_url: str, browser_config: dict[str, Any]
) -> None:
    with guarded_page(browser, site_url, browser_config) as page:
        page.add_init_script("delete globalThis.BroadcastChannel")
        page.clock.install(time=START)
        tab = Tab(page, site_url)
        page.clock.pause_at(START + timedelta(hours=1))
        tab.open().sign_in()
        other = second(tab, site_url)
        other.save(TALL)
        page.clock.run_for(9_999)
        tab.evaluate("records().then(() => cnaAvatarsTest.step(0))")
        assert tab.told == []
        page.clock.run_for(1)
        tab.settle("told.length > 0")
        assert [event["code"] for event in tab.told] == [TALL]


def test_two_tabs_that_save_at_once_overwrite_nothing_of_each_other(tab: Tab, site_url: str) -> None:
    other = second(tab, site_url)
    tab.sign_in()
    other.settle("profiles.list().profiles.length === 1")
    for page, name in ((tab, "One"), (other, "Two")):
        page.evaluate(
            """([name, code]) => {
              globalThis.saving = Promise.all([
                profiles.signIn(name).then(() => profiles.saveAvatar(name, code)),
                name === "One" ? profiles.saveAvatar("Ann", code) : profiles.setAutoSignIn("Ann", true),
              ]);
            }""",
            [name, TALL],
        )
    for page in (tab, other):
        page.evaluate("saving.then(() => {})")
    expected = {"Ann": TALL, "One": TALL, "Two": TALL}
    for page in (tab, other):
        page.settle("profiles.list().profiles.length === 3")
        page.reload()
        assert page.profiles() == expected
    assert tab.records()["ann"]["autoSignIn"] is True


def test_many_saves_are_stored_in_order(tab: Tab) -> None:
    codes = [code(1500 + number) for number in range(30)]
    tab.evaluate(
        """async (codes) => {
          await profiles.signIn("Ann");
          await Promise.all(codes.map((code) => profiles.saveAvatar("Ann", code)));
        }""",
        codes,
    )
    assert tab.records()["ann"]["avatar"] == avatar(1529).hex()


def test_what_other_programs_keep_in_an_entry_stays(tab: Tab) -> None:
    tab.sign_in()
    tab.evaluate(
        """new Promise((resolve) => {
          const request = indexedDB.open("cna-avatars");
          request.onsuccess = () => {
            const store = request.result.transaction("profiles", "readwrite").objectStore("profiles");
            store.get("ann").onsuccess = ({ target }) => store.put({ ...target.result, gameDefaults: { a: [1] } });
            store.put({ key: "bad", gamertag: "Bad", autoSignIn: 7n });
            store.put({ key: "worse", gamertag: "Worse" });
            store.transaction.oncomplete = () => { request.result.close(); resolve(); };
          };
        })"""
    )
    tab.reload()
    listed = tab.evaluate("profiles.list()")
    assert [each["gamertag"] for each in listed["profiles"]] == ["Ann"]
    assert "profiles[1]" in listed["problem"]
    tab.save(TALL)
    records = tab.records()
    assert (records["ann"]["gameDefaults"], records["ann"]["avatar"]) == ({"a": [1]}, avatar(2000).hex())
    assert records["worse"] == {"key": "worse", "gamertag": "Worse"}


# What the browser may do instead of giving a database.
REFUSALS = {
    "none": ("Object.defineProperty(globalThis, 'indexedDB', { value: undefined });", "undefined"),
    "thrown": (
        "IDBFactory.prototype.open = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };",
        "The operation is insecure",
    ),
    "newer": (
        "const request = indexedDB.open('cna-avatars', 7); request.onsuccess = () => request.result.close();",
        "version",
    ),
    "foreign": (
        "const request = indexedDB.open('cna-avatars', 1); request.onsuccess = () => request.result.close();",
        "not found",
    ),
}


@pytest.mark.parametrize(("script", "words"), REFUSALS.values(), ids=REFUSALS)
def test_where_storage_is_refused_the_page_works_and_says_why(
    browser: Browser, site_url: str, browser_config: dict[str, Any], script: str, words: str
) -> None:
    with new_tab(browser, site_url, browser_config, script) as tab:
        tab.sign_in()
        tab.save(TALL)
        assert tab.profiles() == {"Ann": TALL}
        assert tab.reason.startswith("Profiles last until this page is closed: ")
        assert words in tab.reason
        assert tab.told == []
        tab.reload()
        assert tab.profiles() == {}


def test_a_database_that_never_answers_is_not_waited_for(
    browser: Browser, site_url: str, browser_config: dict[str, Any]
) -> None:
    with guarded_page(browser, site_url, browser_config) as page:
        page.add_init_script("IDBFactory.prototype.open = () => { globalThis.asked = true; return {}; };")
        page.clock.install(time=START)
        tab = Tab(page, site_url)
        page.clock.pause_at(START + timedelta(hours=1))
        tab.evaluate("() => { globalThis.opening = openProfiles(); }")
        tab.settle("globalThis.asked")
        page.clock.run_for(5_000)
        tab.evaluate("opening")
        assert tab.reason == "Profiles last until this page is closed: the browser's database does not answer."
        tab.sign_in()


def test_a_save_that_fails_is_an_error_and_is_tried_again(
    browser: Browser, site_url: str, browser_config: dict[str, Any]
) -> None:
    with guarded_page(browser, site_url, browser_config) as page:
        page.clock.install(time=START)
        tab = Tab(page, site_url)
        page.clock.pause_at(START + timedelta(hours=1))
        tab.open().sign_in()
        tab.evaluate(
            """() => {
              const put = IDBObjectStore.prototype.put;
              globalThis.mend = () => { IDBObjectStore.prototype.put = put; };
              IDBObjectStore.prototype.put = () => { throw new DOMException("The quota is exceeded.", "QuotaExceededError"); };
            }"""
        )
        error = tab.evaluate("(code) => profiles.saveAvatar('Ann', code).then(() => 'no error', codeOf)", TALL)
        reason = "Profiles could not be stored: The quota is exceeded."
        assert error == {"name": "AvatarError", "code": "storage", "message": reason}
        assert tab.profiles() == {"Ann": TALL}, "this page has it"
        assert tab.records()["ann"]["avatar"] == avatar(1500).hex()
        tab.evaluate("mend()")
        page.clock.run_for(10_001)
        tab.settle("profiles.reason === ''")
        assert tab.records()["ann"]["avatar"] == avatar(2000).hex()
        assert [event["reason"] for event in tab.told if event["type"] == "storage"] == [reason, ""]


def test_a_database_that_is_deleted_meanwhile_is_made_again(tab: Tab) -> None:
    tab.sign_in()
    tab.evaluate(
        """new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase("cna-avatars");
          request.onsuccess = () => resolve();
          request.onblocked = () => reject(new Error("the page holds it"));
        })"""
    )
    tab.save(TALL)
    assert tab.records()["ann"]["avatar"] == avatar(2000).hex()
    assert (tab.profiles(), tab.reason) == ({"Ann": TALL}, "")


def test_a_page_that_asks_for_no_profiles_opens_no_database(
    browser: Browser, site_url: str, browser_config: dict[str, Any]
) -> None:
    with guarded_page(browser, site_url, browser_config) as page:
        assert Tab(page, site_url).evaluate("indexedDB.databases()") == []
