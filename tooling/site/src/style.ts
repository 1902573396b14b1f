/** The look of every page. Light or dark as the reader's screen is; one column where it is narrow. */
export const style = `
:root{color-scheme:light dark;--ground:#fff;--text:#1c2430;--soft:#56606f;--line:#dfe3ea;--shade:#f5f7fa;--accent:#1f52a3;
--word:#7a2e8e;--string:#1c6b39;--number:#9a4b00}
@media(prefers-color-scheme:dark){:root{--ground:#12161d;--text:#e3e8f0;--soft:#a3afbf;--line:#2b333f;--shade:#1a202a;
--accent:#8db4f5;--word:#d59be6;--string:#8fd0a5;--number:#f0b37a}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.6 ui-sans-serif,system-ui,sans-serif}
a{color:var(--accent)}
a:focus-visible,input:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:.5rem;background:var(--ground)}
header{padding:.7rem 1.5rem;border-bottom:1px solid var(--line);font-weight:700}
header a{color:inherit;text-decoration:none}
.columns{display:grid;grid-template-columns:15.5rem minmax(0,1fr) 13rem;gap:2.5rem;max-width:92rem;margin:0 auto;padding:0 1.5rem}
nav,aside{font-size:.875rem;position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:1rem 0}
nav h2,aside h2{font-size:.75rem;letter-spacing:.05em;text-transform:uppercase;color:var(--soft);margin:1rem 0 .3rem}
nav ul,aside ul{list-style:none;margin:0;padding:0}
nav a,aside a{display:block;padding:.2rem .5rem;color:inherit;text-decoration:none;border-radius:4px;overflow-wrap:anywhere}
nav a:hover,aside a:hover{background:var(--shade)}
nav a[aria-current]{background:var(--shade);color:var(--accent);font-weight:600}
nav input,nav label{display:none}
main{min-width:0;padding:1rem 0 4rem;max-width:52rem}
h1{font-size:1.9rem;line-height:1.25}
h1,h2,h3,main a{overflow-wrap:anywhere}
main h2{font-size:1.35rem;margin-top:2.4rem;padding-top:.6rem;border-top:1px solid var(--line)}
main h3{font-size:1.1rem;margin-top:1.8rem}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
:not(pre)>code{background:var(--shade);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--shade);border:1px solid var(--line);border-radius:6px;padding:.9rem 1rem;overflow-x:auto;line-height:1.5}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem}
th,td{border:1px solid var(--line);padding:.4rem .6rem;text-align:left;vertical-align:top;min-width:4.5rem}
td code{white-space:nowrap}
th{background:var(--shade)}
.task{list-style:none;position:relative}
.task::before{content:"";position:absolute;left:-1.5rem;top:.4em;width:.8em;height:.8em;border:1.5px solid var(--soft);border-radius:3px}
.picture{overflow-x:auto}
img{max-width:100%;height:auto}
.hljs-comment{color:var(--soft);font-style:italic}
.hljs-keyword,.hljs-literal,.hljs-built_in{color:var(--word)}
.hljs-string,.hljs-regexp{color:var(--string)}
.hljs-number,.hljs-attr,.hljs-type,.hljs-variable{color:var(--number)}
@media(max-width:75rem){.columns{grid-template-columns:15.5rem minmax(0,1fr)}aside{display:none}}
@media(max-width:52rem){.columns{display:block;padding:0 1rem}nav{position:static;max-height:none;border-bottom:1px solid var(--line)}
.picture img{max-width:none}
nav label{display:inline-block;font-weight:600;cursor:pointer;padding:.3rem 0}
nav input{display:inline-block;margin-right:.5rem}nav div{display:none}nav input:checked~div{display:block}}
@media print{nav,aside,header{display:none}}
`
