"""Reports that people look at: the audit as a page, as Markdown, with its pictures."""
