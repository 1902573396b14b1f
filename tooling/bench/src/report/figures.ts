/** A figure with two decimals. */
export const two = (value: number): string => value.toFixed(2)

/** A figure without any. */
export const whole = (value: number): string => value.toFixed(0)
