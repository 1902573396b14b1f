import { mountedUnder } from "countersign"
import { countersign } from "../../../../lib/countersign"

const wallet = mountedUnder("/api/wallet", (request) => countersign().handler(request))

// Next answers HEAD and OPTIONS itself where a route omits them.
export {
  wallet as DELETE,
  wallet as GET,
  wallet as HEAD,
  wallet as OPTIONS,
  wallet as PATCH,
  wallet as POST,
  wallet as PUT
}
