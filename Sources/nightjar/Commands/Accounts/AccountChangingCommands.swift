import Documents
import Runtime
import Signals

/// `nightjar account reset`.
enum AccountResetCommand: Command {
    static let name = "account reset"
    static let summary = "Give a person a new password and end all of their sessions"
    static let operands = ["EMAIL"]
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar account reset ben@example.org"]
    static let discussion = "EMAIL may be the number of `nightjar account list` too. The password is asked for."

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            let person = try await AccountEntry.find(arguments.operands[0], client)
            let password = try PasswordPrompt.ask("New password for \(person.email)", isNew: true)
            var json = JSONText()
            json.object { $0.field("password", password) }
            _ = try await client.body("POST", "/api/v1/auth/people/\(person.userID)/reset", json: json.bytes)
            try Output.done(arguments, "\(person.email) has a new password and must sign in again.") { json in
                json.field("user_id", person.userID)
                json.field("reset", true)
            }
        }
    }
}

/// `nightjar account role`.
enum AccountRoleCommand: Command {
    static let name = "account role"
    static let summary = "Say what a person may do"
    static let operands = ["EMAIL", "ROLE"]
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar account role ben@example.org admin"]
    static let discussion = """
        ROLE is admin (an owner: people, resets, devices), patient, clinician or researcher. Each sees their own data alone.
        """

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            let person = try await AccountEntry.find(arguments.operands[0], client)
            var json = JSONText()
            json.object { $0.field("role", arguments.operands[1]) }
            let body = try await client.body("PATCH", "/api/v1/auth/people/\(person.userID)", json: json.bytes)
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            try Output.line("\(person.email) is \(arguments.operands[1]) now.")
        }
    }
}

/// `nightjar account password`.
enum AccountPasswordCommand: Command {
    static let name = "account password"
    static let summary = "Say whether this machine asks for a password"
    static let operands = ["on|off"]
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar account password off", "nightjar account password on"]
    static let discussion = """
        By default it does as soon as there is an account. With `off`, whoever uses this machine is its first owner. Other
        machines are always asked.
        """

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            var json = JSONText()
            json.object { $0.field("password", arguments.operands[0]) }
            let body = try await client.body("PUT", "/api/v1/auth/access", json: json.bytes)
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            try Output.line("On this machine the password is \(arguments.operands[0]).")
        }
    }
}
