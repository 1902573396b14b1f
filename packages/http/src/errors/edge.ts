// biome-ignore-all format: a table with one refusal per line
import { AnswerLost, AnswerTooLong, AnswerWithheld, CallInFlight, Collection, IdempotencyKeyReused, KeysUnavailable, StoreUnavailable, Throttled } from "@countersign/core/internal"
import { entriesOf, entry } from "./Entry.ts"

/** The refusals that any call can receive. */
export const everyCall = {
  ...entriesOf({ KeysUnavailable, RecordUnreadable: Collection.RecordUnreadable, StoreUnavailable, Throttled }),
  DeadlinePassed: entry(503, "SERVICE_UNAVAILABLE", {
    reason: "Deadline passed",
    message: "The call did not complete within its deadline, so its outcome is unknown. Wait for Retry-After seconds and read the resource before you retry.",
    cause: "The node or the database is overloaded, the database is far away, or many calls change one account at once. The server does no more work for the call; a change that was already committed stays.",
    remedy: "Read the resource, then retry if nothing changed. Send an Idempotency-Key so that a retry cannot act twice. If the error persists, check the latency of the database, or raise `policy.callTimeout`."
  }),
  Defect: entry(500, "INTERNAL_ERROR", {
    message: "The server failed unexpectedly, and the change may have been written. Report details.incident to the operator.",
    cause: "An unexpected exception occurred in the service or in code that the operator supplied. The response never contains its text.",
    remedy: "Search the server's log for the incident id. Read the resource before you retry."
  }),
  HeaderRepeated: entry(400, "INVALID_INPUT", {
    reason: "Duplicate header",
    message: "A header that authenticates or signs the request was sent more than once. Send it once.",
    cause: "Two values of such a header can be read differently by a proxy and by the server, so the server rejects both.",
    remedy: "Find the client or proxy that appends the header, and configure it to replace the value."
  }),
  InputInvalid: entry(400, "INVALID_INPUT", {
    message: "The request contains invalid fields. Correct each field listed in details.errors.",
    cause: "A field of the path, query, headers or body is missing or unknown, or has the wrong type, format or length.",
    remedy: "Compare the request with the OpenAPI document. details.errors lists up to 32 fields by path, each with the expected value."
  }),
  HeadersTooLarge: entry(431, "INVALID_REQUEST_FORMAT", {
    reason: "Headers too large",
    message: "The request has more than 100 headers, or more than 16 KiB of them. Send fewer and shorter headers.",
    cause: "The server bounds the headers of a call on every protocol, so that its refusal costs little.",
    remedy: "Remove headers that the call does not need. Check for cookies of other applications on the same domain, and for proxies that append headers."
  }),
  Overloaded: entry(503, "SERVICE_UNAVAILABLE", {
    reason: "Too many calls in progress",
    message: "The node has too many calls in progress and did nothing for this one. Retry after Retry-After seconds.",
    cause: "The calls of the platform take half of the free slots of this node, or all slots are taken, because calls arrive faster than they complete.",
    remedy: "Retry with backoff. Add nodes, check the latency of the database, or raise `policy.callsInProgress`."
  }),
  QueryKeyRepeated: entry(400, "INVALID_INPUT", {
    reason: "Duplicate query parameter",
    message: "A query parameter was sent more than once. Send the parameter in details.errors once.",
    cause: "A proxy, a framework and the server can each read another of its values, so the server rejects all of them.",
    remedy: "Send each parameter once. Only destinationCurrency of GET /exchange-rates takes a list."
  }),
  ScopeMissing: entry(403, "FORBIDDEN", {
    reason: "API token lacks the scope",
    message: "The API token does not have the required scope. Use a token with the scope in details.check.",
    cause: "Each endpoint requires VIEW, MANAGE or TRANSACT, and the token was created without that permission.",
    remedy: "Create a token with the permission, or add it to the token in the configuration. docs/generated/endpoints.md lists the scope of each endpoint."
  }),
  Stopping: entry(503, "SERVICE_UNAVAILABLE", {
    reason: "Service is stopping",
    message: "The server is shutting down and did not process the request. Retry, and another instance will serve it.",
    cause: "The request arrived after the shutdown of this instance had started, for example during a deployment.",
    remedy: "Retry after Retry-After seconds. Configure the load balancer to stop routing to an instance whose readiness check fails."
  }),
  StoreUnmigrated: entry(503, "SERVICE_UNAVAILABLE", {
    reason: "Database not migrated",
    message: "The database schema is missing or outdated, so nothing was done. The operator must run `npx @countersign/cli migrate up`.",
    cause: "The tables that this version requires do not exist in the configured database and schema.",
    remedy: "Run `npx @countersign/cli migrate up` with the DATABASE_URL of the service, then retry. `npx @countersign/cli doctor` checks the result."
  }),
  TargetNotNormal: entry(400, "INVALID_REQUEST_FORMAT", {
    reason: "Path not in normal form",
    message: "The request path is not in normal form. Remove dot segments, empty segments, backslashes, fragments and unnecessary percent-escapes.",
    cause: "A proxy, a router and a signature can read such a path differently, so a rule for one path could apply to another. The server accepts only the form that a URL parser writes.",
    remedy: "Build the URL with a URL parser, and leave letters, digits, slashes and -._~ unescaped. Check for a proxy that rewrites paths."
  }),
  TargetTooLong: entry(400, "INVALID_REQUEST_FORMAT", {
    reason: "Target too long",
    message: "The path and query are longer than 4 KiB, or have more than 32 parameters. Send fewer and shorter parameters.",
    cause: "The server bounds the target of a call on every protocol, so that its refusal costs little.",
    remedy: "Remove parameters that the call does not need. Pass a cursor as the previous page returned it."
  }),
  TokenRefused: entry(401, "UNAUTHORIZED", {
    check: "API_TOKEN",
    reason: "API credentials refused",
    message: "The API token is missing or invalid. Send HTTP Basic credentials, with the token id as the user name and the secret as the password.",
    cause: "The Authorization header is missing or malformed, the secret is wrong, or the token was deleted or belongs to another service.",
    remedy: "Send `Authorization: Basic` with the base64 form of id, colon and secret. Check that the secret is complete and that the token exists in this deployment."
  })
}

/** The refusals of any call whose method may have a body. Host middleware may have consumed the body. */
export const everyChange = {
  BodyAlreadyRead: entry(400, "INVALID_REQUEST_FORMAT", {
    reason: "Body already read",
    message: "Another middleware already read the request body. Mount this handler before the body parser, or let the parser store the body in request.body.",
    cause: "A body parser or a framework consumed the stream before this handler ran and left nothing to verify.",
    remedy: "Change the order of the middleware, or use the adapter of your framework. docs/guides/mount.md shows each framework."
  })
}

/** The refusals of a call whose body is read. */
export const everyBody = {
  BodyMalformed: entry(400, "INVALID_REQUEST_FORMAT", {
    message: "The body is not valid JSON for this API. Send UTF-8 JSON without duplicate keys, nested at most 32 levels deep.",
    cause: "The body has a syntax error, invalid UTF-8, a duplicate key or too many levels. JSON parsers disagree about such bodies, and signatures cover the exact bytes.",
    remedy: "Serialize the body with a standard JSON library and send it unchanged."
  }),
  BodyTooLarge: entry(413, "INVALID_REQUEST_FORMAT", {
    message: "The body exceeds the limit of this server, which is 64 KiB by default. Send a smaller body.",
    cause: "The declared or received length of the body exceeds the option `bodyLimit`. The server closes the connection.",
    remedy: "Remove data that the endpoint does not need. The operator can raise `bodyLimit`."
  }),
  ContentTypeUnsupported: entry(415, "INVALID_REQUEST_FORMAT", {
    message: "The content type of the body is not supported. Send Content-Type: application/json without Content-Encoding.",
    cause: "The Content-Type header is missing or has another media type, or the body is compressed.",
    remedy: "Set the header explicitly, because some HTTP clients default to a form or to plain text. Disable compression of requests."
  })
}

/** The refusals of a call that accepts an Idempotency-Key. */
export const everyKey = {
  ...entriesOf({ AnswerLost, AnswerTooLong, CallInFlight, IdempotencyKeyReused }),
  IdempotencyKeyMalformed: entry(400, "INVALID_INPUT", {
    reason: "Malformed Idempotency-Key",
    message: "The Idempotency-Key is malformed. Send 1 to 255 printable ASCII characters, such as a UUID, or omit the header.",
    cause: "The header is empty, longer than 255 characters, or contains a character outside printable ASCII.",
    remedy: "Generate a UUID for each operation."
  })
}

/** The additional refusal of such a call when its response delivers a key. */
export const everySecret = entriesOf({ AnswerWithheld })

/** The refusals of a call of an end user, by `forUser`. */
export const ofUsers = {
  VisitorRefused: entry(403, "FORBIDDEN", {
    reason: "No user of the address",
    message: "The address, passkey or identity is proven, but has no account here. Sign in with another, or sign up first.",
    cause: "The `signIn` function of `forVisitor` returned no user for the address or the wallet, or `signUp` none for the identity.",
    remedy: "Create the user in `signIn` or `signUp` if visitors may sign up."
  }),
  CallForBackend: entry(403, "FORBIDDEN", {
    reason: "Call is for the backend",
    message: "End users cannot make this call. Make it from your backend, with the promise API or an API token.",
    cause: "`forUser` serves only the calls about a user's own wallet. This one concerns the platform, or needs no proof of the user.",
    remedy: "Serve the action by an endpoint of your own, which decides who may cause it and calls `countersign.api`."
  }),
  IdsTooMany: entry(400, "INVALID_INPUT", {
    reason: "Too many ids",
    message: "The call names more than 8 objects. Send only the ids that the endpoint takes.",
    cause: "The server checks the owner of each id in a call of an end user, wherever in the call it is, so their number is bounded.",
    remedy: "Remove ids from free texts of the body."
  }),
  ObjectOfAnother: entry(404, "REFERENCE_NOT_FOUND", {
    reason: "Not an object of the user",
    message: "An id of the call names no object of the signed-in user. Check each id, and who is signed in.",
    cause: "The path, the query or the body names an object of another customer or one that does not exist, or a quote of an account that needs no signature.",
    remedy: "Compare the ids with those that the API lists for the customer that your `forUser` function returns."
  }),
  OriginRefused: entry(403, "FORBIDDEN", {
    reason: "Call from another site",
    message: "A page of another origin made this call. Add the origin to the `origins` option if the page is yours.",
    cause: "A page of another site can make a browser send the user's cookies (CSRF), so only pages of the same origin and of listed origins may call.",
    remedy: "Serve the page and the API from one origin, or call `forUser(userOf, { origins: [\"https://app.example.com\"] })` with the exact origin of the page."
  }),
  UserUnknown: entry(401, "UNAUTHORIZED", {
    check: "USER_UNKNOWN",
    reason: "No signed-in user",
    message: "No user of the platform is signed in. Sign in, then repeat the call.",
    cause: "The `forUser` function returned no user for the request, for example because its cookie is missing or has expired, or a user of a mode that the service does not have.",
    remedy: "Sign the user in on your platform first. Across origins, pass a `fetch` to the client that sends `credentials: \"include\"`."
  })
}

/** The refusals of a call that matches no endpoint of its mode. */
export const unrouted = {
  BodyUnexpected: entry(400, "INVALID_REQUEST_FORMAT", {
    reason: "Body on GET or HEAD",
    message: "A GET or HEAD request must not have a body. Send the request without a body.",
    cause: "The signature of a GET or HEAD request does not cover a body, so a body could contain unsigned input.",
    remedy: "Remove the body and its Content-Length. Send parameters in the query string."
  }),
  EndpointNotFound: entry(404, "REFERENCE_NOT_FOUND", {
    message: "No endpoint exists at this path. Check the path and its version segment against /docs.",
    cause: "The path is misspelled or lacks the version segment, or the endpoint is not available in the mode of the API token.",
    remedy: "Compare the path with the OpenAPI document. Production tokens cannot use the sandbox endpoints."
  }),
  MethodNotAllowed: entry(405, "METHOD_NOT_ALLOWED", {
    message: "This path does not support the request method. Use a method from the Allow header.",
    cause: "The path exists, but not for this method.",
    remedy: "Compare the request with the OpenAPI document. Check for a redirect or a proxy that changes the method."
  })
}
