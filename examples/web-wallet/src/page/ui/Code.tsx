interface CodeProps {
  readonly id?: string
  readonly children: string
}

/** A text in the letters of code, which scrolls. */
export const Code = ({ children, id }: CodeProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a region that scrolls is reached with the keyboard
  <pre id={id} tabIndex={0}>
    {children}
  </pre>
)
