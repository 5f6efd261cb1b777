"""Looking at the art, and at how the renderers differ.

Contact sheets: `sheets` says what is drawn, `studio` draws it in Chromium and lays it out. Comparing renderers:
`frames` says what is drawn, `renderers` draw it, `measures` tell how far they differ, `report` shows it.
"""
