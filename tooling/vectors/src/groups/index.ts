import type { Group } from "../Group.ts"
import { activity } from "./activity.ts"
import { base64, base64url } from "./base64.ts"
import { compactJws } from "./compactJws.ts"
import { hex } from "./encodings.ts"
import { hpke } from "./hpke.ts"
import { ids } from "./ids.ts"
import { json } from "./json.ts"
import { oidcNonce } from "./oidcNonce.ts"
import { otpBundle } from "./otpBundle.ts"
import { otpTargetBundle } from "./otpTargetBundle.ts"
import { passkeyChallenge } from "./passkeyChallenge.ts"
import { points } from "./points.ts"
import { sessionKey } from "./sessionKey.ts"
import { sessionProof } from "./sessionProof.ts"
import { sha256 } from "./sha256.ts"
import { der, signature } from "./signature.ts"
import { signedBundle } from "./signedBundle.ts"
import { stamp } from "./stamp.ts"
import { utf8 } from "./utf8.ts"
import { verificationToken } from "./verificationToken.ts"
import { walletExport } from "./walletExport.ts"

/** One group for each module of wire, from simple encodings to whole messages. */
export const groups: ReadonlyArray<Group> = [
  ...[hex, base64, base64url, utf8, json, sha256],
  ...[points, der, signature, hpke],
  ...[signedBundle, otpTargetBundle, otpBundle, sessionKey],
  ...[stamp, activity, passkeyChallenge, oidcNonce],
  ...[compactJws, verificationToken, walletExport, ids, sessionProof]
]
