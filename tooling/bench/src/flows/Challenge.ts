/** What has to be signed, and under which id. */
export interface Challenge {
  readonly requestId: string
  readonly payloadToSign: string
}
