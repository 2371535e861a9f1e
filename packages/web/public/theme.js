// Sets the chosen theme before the first paint. Not part of the bundle, because that loads later.
try {
  const theme = localStorage.getItem("pawl.theme")
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme
} catch {
  // A browser without storage gets the theme of the system.
}
