import { type Expression, type Program, parseSync, type Span, Visitor } from "oxc-parser"

/** Parses a file of TypeScript or JavaScript. Line numbers begin at 1. */
export const parsed = (path: string, text: string) => {
  const { comments, module, program } = parseSync(path, text, { preserveParens: false })
  const starts = [0, ...Array.from(text.matchAll(/\n/gu), ({ index }) => index + 1)]
  return {
    comments,
    module,
    program,
    lineAt: ({ start }: { readonly start: number }): number => starts.filter((each) => each <= start).length,
    /** The text of a node. */
    words: ({ end, start }: Span): string => text.slice(start, end),
    /** The comment right before a node. */
    commentOf: ({ start }: { readonly start: number }) => {
      const comment = comments.findLast(({ end }) => end <= start)
      return comment !== undefined && text.slice(comment.end, start).trim() === "" ? comment : undefined
    }
  }
}

/** Returns the values of the constants of a program by their names, without type assertions. */
export const constantsOf = (program: Program): ReadonlyMap<string, Expression> => {
  const constants = new Map<string, Expression>()
  const bare = (value: Expression): Expression =>
    value.type === "TSSatisfiesExpression" || value.type === "TSAsExpression" ? bare(value.expression) : value
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && init !== null) constants.set(id.name, bare(init))
    }
  }).visit(program)
  return constants
}
