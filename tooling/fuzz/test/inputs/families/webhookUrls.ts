import { hostileUrls, injections } from "@countersign/harness/webhooks/hostileUrls"
import { callers } from "@countersign/harness/world"
import * as fc from "fast-check"
import type { Input } from "../../edge/Input.ts"
import { posted } from "../../edge/posted.ts"
import { bentBytes, cuts } from "../bentBytes.ts"
import { oddTexts } from "../oddTexts.ts"
import { wellFormed } from "../wellFormed.ts"

const urls = [...hostileUrls(), ...hostileUrls(8443), ...injections, ...oddTexts.map((text) => `https://${text}/`)]

/** Addresses that events should go to. Production takes them; nothing is sent to a network that there is none of. */
export const webhookInputs: fc.Arbitrary<Input> = fc
  .oneof(
    fc.constantFrom(...urls),
    fc
      .tuple(fc.constantFrom(...urls), cuts)
      .map(([url, changes]) => String(bentBytes(Buffer.from(wellFormed(url)), changes))),
    fc.webUrl()
  )
  .map((webhookEndpoint) => ({
    family: "webhook URL",
    request: () => ({ ...posted(callers.liveB, "/config", { webhookEndpoint }), method: "PATCH" })
  }))
