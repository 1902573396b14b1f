/** The first line of every generated page. */
export const notice = "<!-- Written by `npm run docs`. Change the code it comes from, not this page. -->\n"
