import fc from "fast-check"

const texts = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom("", "null", "[]", '{"data":[null]}', '{"data":{}}', '{"__proto__":{"code":"x"}}', "[".repeat(9000)),
  fc
    .record({ status: fc.jsonValue(), code: fc.jsonValue(), message: fc.jsonValue() })
    .map((body) => JSON.stringify(body)),
  fc
    .record({ type: fc.constant("OAUTH"), payloadToSign: fc.jsonValue(), requestId: fc.jsonValue() })
    .map((body) => JSON.stringify(body)),
  fc
    .oneof(
      fc.string(),
      fc.json(),
      fc.jsonValue().map((context) => JSON.stringify({ parameters: { context } }))
    )
    .map((payloadToSign) =>
      JSON.stringify({
        type: "OAUTH",
        payloadToSign,
        requestId: "Request:0199d000-0000-7000-8000-000000000000",
        expiresAt: "2025-10-13T08:05:00Z"
      })
    )
)

const statuses = fc.oneof(
  fc.constantFrom(200, 201, 202, 400, 401, 404, 429, 500, 503),
  fc.integer({ min: 206, max: 599 })
)

/** A meaningless response, created at each call. */
export const garbage: fc.Arbitrary<() => Response> = fc
  .record({ text: texts, status: statuses, wait: fc.constantFrom("", "1", "soon") })
  .map(
    ({ status, text, wait }) =>
      () =>
        new Response(status === 304 ? null : text, { status, headers: { "retry-after": wait } })
  )

/** A valid response with one field replaced or removed. */
export const damage = fc
  .record({ at: fc.nat({ max: 8 }), value: fc.option(fc.jsonValue(), { nil: undefined }) })
  .map(({ at, value }) => async (reply: Response): Promise<Response> => {
    const fields = Object.entries<unknown>(JSON.parse(await reply.text()))
    const damaged = fields.map(([name, field], index) => [name, index === at % fields.length ? value : field])
    return new Response(JSON.stringify(Object.fromEntries(damaged)), { status: reply.status })
  })
