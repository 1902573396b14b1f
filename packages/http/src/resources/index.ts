// Printed from the contract: npm run docs
//
// The checks of each endpoint, in the order in which the server runs them.
//
// Every call is authenticated first, by its API token or as a user of `forUser`, and limited after its scope.
// mode: it exists only in modes with this feature · user: `forUser` serves it · body: how it is read · key: takes an
// Idempotency-Key · decodes: path, headers, query, body · own: the field that names the user's object · signs: `retry` is
// a signed retry, `stamp` a stamp over an earlier payload, both after the authority and the policy of the account.
//
//                                               mode     user  scope     body     key  decodes  own               signs
// POST   /customers                                            MANAGE    strict   yes  -h-b
// GET    /customers                                            VIEW                    --q-
// GET    /customers/:id                                  yes   VIEW                    p---     id
// PATCH  /customers/:id                                  yes   MANAGE    strict   yes  ph-b     id                retry
// DELETE /customers/:id                                        MANAGE             yes  ph--                       retry
// POST   /customers/:id/email/challenge                  yes   MANAGE             yes  ph--     id
// POST   /customers/:id/email/undo                       yes   MANAGE    strict   yes  ph-b     id
// POST   /customers/:id/email/verify                     yes   MANAGE    strict   yes  ph-b     id
// GET    /customers/internal-accounts                    yes   VIEW                    --q-     customerId
// GET    /internal-accounts                              yes   VIEW                    --q-     customerId
// GET    /internal-accounts/:id                          yes   VIEW                    p---     id
// PATCH  /internal-accounts/:id                          yes   MANAGE    strict   yes  ph-b     id                retry
// POST   /internal-accounts/:id/export                   yes   MANAGE    strict   yes  ph-b     id                retry
// GET    /platform/internal-accounts                           VIEW                    --q-
// POST   /beneficial-owners                                    MANAGE    strict   yes  -h-b
// GET    /beneficial-owners                                    VIEW                    --q-
// GET    /beneficial-owners/:id                                VIEW                    p---
// PATCH  /beneficial-owners/:id                                MANAGE    strict   yes  ph-b
// POST   /verifications                                        MANAGE    strict   yes  -h-b
// GET    /verifications                                        VIEW                    --q-
// GET    /verifications/:id                                    VIEW                    p---
// POST   /tokens                                               MANAGE    strict   yes  -h-b
// GET    /tokens                                               VIEW                    --q-
// GET    /tokens/:id                                           VIEW                    p---
// DELETE /tokens/:id                                           MANAGE             yes  phq-
// POST   /operator/accounts/:id/end-sessions                   OPERATE   strict   yes  ph-b
// POST   /operator/accounts/:id/resume                         OPERATE   strict   yes  ph-b
// POST   /operator/accounts/:id/start-recovery                 OPERATE   strict   yes  ph-b
// POST   /operator/accounts/:id/suspend                        OPERATE   strict   yes  ph-b
// POST   /operator/credentials/:id/resume                      OPERATE   strict   yes  ph-b
// POST   /operator/credentials/:id/suspend                     OPERATE   strict   yes  ph-b
// POST   /operator/credentials/:id/unlock                      OPERATE   strict   yes  ph-b
// POST   /operator/recoveries/:id/cancel                       OPERATE   strict   yes  ph-b
// GET    /platform/settings                                    VIEW                    ----
// PATCH  /platform/settings                                    OPERATE   strict   yes  -h-b
// GET    /platform/settings/revisions                          VIEW                    --q-
// POST   /platforms                                            OPERATE   strict   yes  -h-b
// GET    /platforms                                            OPERATE                 --q-
// POST   /auth/guardians                                 yes   MANAGE    strict   yes  -h-b     accountId         retry
// GET    /auth/guardians                                 yes   VIEW                    --q-     accountId
// DELETE /auth/guardians/:id                             yes   MANAGE             yes  ph--     id                retry
// POST   /auth/guardians/:id/challenge                   yes   MANAGE             yes  ph--     id
// POST   /auth/guardians/:id/start-recovery              yes   MANAGE    strict   yes  ph-b     id                retry
// POST   /auth/recoveries                                yes   MANAGE    strict   yes  -h-b     accountId
// GET    /auth/recoveries                                yes   VIEW                    --q-     accountId
// GET    /auth/recoveries/:id                            yes   VIEW                    p---     id
// DELETE /auth/recoveries/:id                            yes   MANAGE             yes  ph--     id                retry
// POST   /auth/recoveries/:id/cancel                     yes   MANAGE    strict   yes  ph-b     id
// POST   /auth/recoveries/:id/challenge                  yes   MANAGE             yes  ph--     id
// POST   /auth/recoveries/:id/complete                   yes   MANAGE    strict   yes  ph-b     id                retry
// POST   /auth/recovery-codes                            yes   MANAGE    strict   yes  -h-b     accountId         retry
// GET    /auth/recovery-codes                            yes   VIEW                    --q-     accountId
// GET    /activity                                       yes   VIEW                    --q-     accountId
// GET    /receipts                                       yes   VIEW                    --q-     accountId
// POST   /customers/external-accounts                    yes   MANAGE    strict   yes  -h-b     customerId
// GET    /customers/external-accounts                    yes   VIEW                    --q-     customerId
// GET    /customers/external-accounts/:id                yes   VIEW                    p---     id
// PATCH  /customers/external-accounts/:id                      MANAGE    strict   yes  ph-b
// DELETE /customers/external-accounts/:id                      MANAGE             yes  ph--
// GET    /discoveries                                    yes   VIEW                    --q-
// POST   /platform/external-accounts                           MANAGE    strict   yes  -h-b
// GET    /platform/external-accounts                           VIEW                    --q-
// GET    /platform/external-accounts/:id                       VIEW                    p---
// PATCH  /platform/external-accounts/:id                       MANAGE    strict   yes  ph-b
// DELETE /platform/external-accounts/:id                       MANAGE             yes  ph--
// POST   /deposits                              rails          SETTLE    strict   yes  -h-b
// GET    /exchange-rates                        rails    yes   VIEW                    --q-
// POST   /quotes                                rails    yes   TRANSACT  strict   yes  -h-b     source.accountId
// GET    /quotes/:id                            rails    yes   VIEW                    p---     id
// POST   /quotes/:id/execute                    rails    yes   TRANSACT  lenient  yes  ph-b     id                stamp
// GET    /transactions                          rails    yes   VIEW                    --q-     customerId
// GET    /transactions/:id                      rails    yes   VIEW                    p---     id
// POST   /transactions/:id/approve              rails          TRANSACT  lenient  yes  ph-b
// POST   /transactions/:id/reject               rails          TRANSACT  lenient  yes  ph-b
// POST   /transactions/:id/report               rails          SETTLE    strict   yes  ph-b
// POST   /transfer-in                           rails          TRANSACT  strict   yes  -h-b
// POST   /transfer-out                          rails          TRANSACT  strict   yes  -h-b
// GET    /sandbox/clock                         sandbox  yes   VIEW                    ----
// POST   /sandbox/clock/advance                 sandbox        MANAGE    strict   yes  -h-b
// POST   /sandbox/internal-accounts/:id/fund    sandbox  yes   TRANSACT  strict   yes  ph-b     id
// POST   /sandbox/receive                       sandbox        TRANSACT  strict   yes  -h-b
// POST   /sandbox/send                          sandbox        TRANSACT  strict   yes  -h-b
// POST   /sandbox/uma/receive                   sandbox        TRANSACT  strict   yes  -h-b
// POST   /auth/credentials                               yes   MANAGE    strict   yes  -h-b     accountId         retry
// GET    /auth/credentials                               yes   VIEW                    --q-     accountId
// PATCH  /auth/credentials/:id                           yes   MANAGE    strict   yes  ph-b     id                retry
// DELETE /auth/credentials/:id                           yes   MANAGE             yes  ph--     id                retry
// POST   /auth/credentials/:id/challenge                 yes   MANAGE    lenient  yes  ph-b     id
// POST   /auth/credentials/:id/confirm                   yes   MANAGE             yes  ph--     id                retry
// POST   /auth/credentials/:id/verify                    yes   MANAGE    strict   yes  ph-b     id                retry
// GET    /auth/keys                                      yes   VIEW                    ----
// GET    /auth/sessions                                  yes   VIEW                    --q-     accountId
// DELETE /auth/sessions/:id                              yes   MANAGE             yes  ph--     id                retry
// POST   /auth/sessions/:id/refresh                      yes   MANAGE    strict   yes  ph-b     id                retry
// POST   /auth/sessions/revoke-others                    yes   MANAGE    strict   yes  -h-b     accountId         retry
// POST   /auth/sign-ins                                        MANAGE    strict   yes  -h-b
// POST   /auth/sign-ins/oidc                                   MANAGE    strict   yes  -h-b
// POST   /auth/sign-ins/oidc/session                     yes   MANAGE    strict   yes  -h-b     accountId         retry
// POST   /auth/sign-ins/passkey                                MANAGE    strict   yes  -h-b
// POST   /auth/sign-ins/passkey/verify                         MANAGE    strict   yes  -h-b                       retry
// POST   /auth/sign-ins/session                          yes   MANAGE    strict   yes  -h-b     accountId         retry
// POST   /auth/sign-ins/verify                                 MANAGE    strict   yes  -h-b
// GET    /config                                               VIEW                    ----
// PATCH  /config                                               MANAGE    strict   yes  -h-b
// POST   /sandbox/webhooks/test                                MANAGE    lenient  yes  -h-b
// GET    /webhooks/deliveries                                  VIEW                    --q-
// POST   /webhooks/deliveries/:id/redrive                      MANAGE             yes  ph--
// GET    /webhooks/keys                                        VIEW                    ----
// GET    /webhooks/secret                                      MANAGE                  ----
// POST   /webhooks/test                                        MANAGE    lenient  yes  -h-b
// POST   /due-work                                             WORK      lenient  yes  -h-b

export { endpoints, resources } from "./groups.ts"
