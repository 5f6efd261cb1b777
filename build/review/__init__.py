"""Contact sheets: `sheets` says what is drawn, `studio` draws it in Chromium and lays it out."""
