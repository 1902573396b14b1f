import { type ReactNode, useLayoutEffect, useRef } from "react"
import type { Control, Group } from "./Control.ts"

/** What the fields of a form show, and report. */
export interface FieldsProps {
  readonly answerTo: (path: string) => string
  readonly issueOf: (path: string) => string | undefined
  /** Called with each new value. */
  readonly onInput: (path: string, value: string) => void
  /** Called after the end user has left a field with a new value, or chosen an option. */
  readonly onDone: (path: string, value: string) => void
}

/** The groups of a form. A group without fields is hidden. */
export const Fields = ({ groups, ...rest }: FieldsProps & { readonly groups: ReadonlyArray<Group> }) => (
  <div id="groups">
    {groups.map(({ controls, id, legend }) =>
      controls.length === 0 ? null : (
        <fieldset className="group" id={`group-${id}`} key={id}>
          <legend>{legend}</legend>
          <div className="controls">
            {controls.map((control) =>
              control.input.type === "radios" ? (
                <Radios key={control.path} control={control} options={control.input.options} {...rest} />
              ) : (
                <Field key={control.path} control={control} {...rest} />
              )
            )}
          </div>
        </fieldset>
      )
    )}
  </div>
)

type OneProps = FieldsProps & { readonly control: Control }

/** A text field or a list, with its label. A list that becomes a text field, or the reverse, retains the focus. */
const Field = ({ answerTo, control, issueOf, onDone, onInput }: OneProps) => {
  const { hint, input, path, required } = control
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const isFocused = useRef(false)
  const isEdited = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another type is another element
  useLayoutEffect(() => {
    if (isFocused.current) field.current?.focus()
  }, [input.type])

  const value = answerTo(path)
  const issue = issueOf(path)
  const described = [issue === undefined ? [] : [`${path}-issue`], hint === "" ? [] : [`${path}-hint`]].flat()
  const common = {
    id: path,
    name: path,
    ref: field,
    required,
    value,
    "aria-invalid": issue !== undefined,
    "aria-describedby": described.length === 0 ? undefined : described.join(" "),
    onFocus: () => {
      isFocused.current = true
    },
    onBlur: () => {
      isFocused.current = false
      if (isEdited.current) onDone(path, value)
      isEdited.current = false
    }
  }
  return (
    <div className="control">
      <label htmlFor={path}>
        <Label control={control} />
      </label>
      {input.type === "select" ? (
        <select {...common} onChange={({ target }) => onDone(path, target.value)}>
          {input.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        // Account numbers are not words, and the name is not the end user's own: no spell check, and no autofill.
        <input
          {...common}
          {...(input.type === "text" ? input.attributes : {})}
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => {
            isEdited.current = true
            onInput(path, target.value)
          }}
          onPaste={(event) => {
            const full = fullPaste(event.currentTarget, event.clipboardData.getData("text/plain"))
            if (full === undefined) return
            event.preventDefault()
            onDone(path, full)
          }}
        />
      )}
      {hint === "" ? null : (
        <p id={`${path}-hint`} className="hint" lang={control.hintLanguage}>
          {hint}
        </p>
      )}
      <Issue path={path}>{issue}</Issue>
    </div>
  )
}

/** Radio buttons in a fieldset with a legend. */
const Radios = ({
  answerTo,
  control,
  issueOf,
  onDone,
  options
}: OneProps & { readonly options: readonly Option[] }) => {
  const { path } = control
  const issue = issueOf(path)
  return (
    <fieldset className="control radios" aria-describedby={issue === undefined ? undefined : `${path}-issue`}>
      <legend>
        <Label control={control} />
      </legend>
      <div className="options">
        {options.map(({ label, value }, index) => (
          <label className="option" key={value}>
            <input
              type="radio"
              id={`${path}-${index}`}
              name={path}
              value={value}
              checked={answerTo(path) === value}
              onChange={() => onDone(path, value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <Issue path={path}>{issue}</Issue>
    </fieldset>
  )
}

/** Screen readers use the `required` attribute instead of the mark. */
const Label = ({ control: { label, required } }: { readonly control: Control }) => (
  <>
    {label}
    {required ? (
      <span className="mark" aria-hidden="true">
        {" *"}
      </span>
    ) : null}
  </>
)

const Issue = ({ children, path }: { readonly path: string; readonly children: ReactNode }) =>
  children === undefined ? null : (
    <p id={`${path}-issue`} className="issue">
      {children}
    </p>
  )

/**
 * Returns the text of a field after a paste that `maxlength` would truncate. A truncated account number may be a valid
 * number of another account; the full text fails validation beside the field.
 */
const fullPaste = (input: HTMLInputElement, pasted: string): string | undefined => {
  const { maxLength, selectionEnd, selectionStart, value } = input
  const full = value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? 0)
  return maxLength >= 0 && full.length > maxLength ? full : undefined
}

interface Option {
  readonly value: string
  readonly label: string
}
