// The agent of the service. Every process makes the same one on the same file.
import { type Agent, createAgent, sqlite } from "@pawl/agent"
import { demoModel } from "./demo-model.ts"
import { type Customer, customerNamed } from "./people.ts"
import { findOrders, refundOrder } from "./tools.ts"

export function supportAgent(): Promise<Agent<Customer>> {
  return createAgent<Customer>({
    // For example MODEL=anthropic:claude-sonnet-4-5, with ANTHROPIC_API_KEY beside it.
    model: process.env.MODEL ?? demoModel,
    instructions: "You help the customers of a shop. Look at their orders first. Be brief.",
    tools: [findOrders, refundOrder],
    store: sqlite(process.env.STORE ?? "support.db"),
    run: "all", // This process takes over what another one left unfinished.
    // A turn that is taken over comes without what the other process knew of its customer.
    contextOf: ({ owner = "" }) => customerNamed(owner),
    // The staff decide when they look into their inbox, perhaps tomorrow: requests wait without a time limit, and this
    // process does not listen for them. Null says that this is meant, so Pawl does not warn of it.
    approvals: { timeoutMs: null },
    limits: {
      message: { chars: 4000 },
      turn: { toolCalls: 20 },
      owner: { activeSessions: 3, tokens: 500_000 }, // of one customer, tokens in a day
    },
    onError: (session, error) => console.error(session, error),
  })
}
