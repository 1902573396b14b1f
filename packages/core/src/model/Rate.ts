/** What one whole unit of the sending currency buys, as a fraction, so that nothing is lost in between. */
export interface Rate {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** A fee of so many hundredths of a percent of what is sent, and so many smallest units besides. */
export interface Fee {
  readonly basisPoints: number
  readonly fixed: number
}
