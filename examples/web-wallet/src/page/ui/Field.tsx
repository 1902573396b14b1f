import type { Ref } from "react"

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A text field with its label. */
export const TextField = ({ id, label, maxLength, onChange, value }: FieldProps & { readonly maxLength: number }) => (
  <div className="control">
    <label htmlFor={id}>{label}</label>
    <input
      type="text"
      id={id}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
)

interface ChoiceProps extends FieldProps {
  /** Each value with its words. */
  readonly options: ReadonlyArray<readonly [value: string, words: string]>
  readonly ref?: Ref<HTMLSelectElement>
  readonly className?: string
}

/** A list with its label. */
export const Choice = ({ className = "control", id, label, onChange, options, ref, value }: ChoiceProps) => (
  <div className={className}>
    <label htmlFor={id}>{label}</label>
    <select id={id} ref={ref} value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  </div>
)
