/** Where a business that sends must carry a registrationNumber of its own. It is asked for when money is sent. */
export const registeredOriginators: ReadonlySet<string> = new Set(
  "GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED".split(" ")
)
