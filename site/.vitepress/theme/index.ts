// The default theme with the fonts of the reader's machine: none is downloaded.
import theme from "vitepress/theme-without-fonts"
import "./style.css"

export default theme
