import Documents
import Runtime
import Signals

/// `nightjar account recover`.
enum AccountRecoverCommand: Command {
    static let name = "account recover"
    static let summary = "Recover after accounts or refusals were lost with a damaged store"
    static let options = [
        DataFolder.option, Option("--accept-loss", nil, "accept the loss: answer and record again"),
        Option.json,
    ]
    static let examples = ["nightjar account recover", "nightjar account recover --accept-loss"]
    static let discussion = """
        A store that is damaged, empty or missing may have taken accounts, refused streams and who wore what with it. Until
        its owner has said here that it may be so, the gateway answers nobody but the commands of this account, and records
        nothing. Look with `nightjar account list`, `nightjar consents` and `nightjar wearers` at what was saved, enter,
        refuse and assign again what is missing, and go on with --accept-loss. To go back to a copy of the store instead,
        stop the gateway and put the copy in place.
        """

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments, isNew: true) { client in
            let accepts = arguments.has("--accept-loss")
            let body = accepts ? try await client.body(.acceptStoreLoss) : try await client.body(.storeLoss)
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let reply = try GatewayClient.read(StoreLossDocument.self, body)
            guard reply.isLost else {
                guard let trouble = reply.trouble else {
                    return try Output.line("Nothing is missing: the gateway answers and records.")
                }
                return try Output.line("No accounts or refusals are missing, but not all is well. \(trouble)")
            }
            try Output.line(reply.reason ?? "Accounts, refusals or who wore what may be lost.")
            try Output.line("Saved: \(reply.accounts) accounts, \(reply.people) people.")
            try Output.line("Nothing is recorded. Go on with: nightjar account recover --accept-loss")
        }
    }
}
