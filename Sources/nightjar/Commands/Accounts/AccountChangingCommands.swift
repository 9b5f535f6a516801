import Documents
import Runtime
import Signals

/// `nightjar account reset`.
enum AccountResetCommand: Command {
    static let name = "account reset"
    static let summary = "Set a new password for a person and end all of their sessions"
    static let operands = ["EMAIL"]
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar account reset ben@example.org"]
    static let discussion = "EMAIL may be the number of `nightjar account list` too. The password is asked for."

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            let person = try await client.account(arguments.operands[0])
            let password = try PasswordPrompt.ask("New password for \(person.email)", isNew: true)
            let request = ResetPasswordRequest(person.person, password: SecretText(password))
            _ = try await client.ask(.resetPassword, request)
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
    static let summary = "Set the role of a person"
    static let operands = ["EMAIL", "ROLE"]
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar account role ben@example.org admin"]
    static let discussion = """
        ROLE is admin (an owner: people, resets, devices), patient, clinician or researcher. Each sees their own data alone.
        """

    static func run(_ arguments: Arguments) async throws {
        let role = try PersonRole.named(arguments.operands[1])
        try await GatewayAccess.run(arguments) { client in
            let person = try await client.account(arguments.operands[0])
            let body = try await client.body(.changePerson, ChangePersonRequest(person.person, role: role))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            try Output.line("\(person.email) is \(arguments.operands[1]) now.")
        }
    }
}

/// `nightjar account password`.
enum AccountPasswordCommand: Command {
    static let name = "account password"
    static let summary = "Set whether this machine asks for a password"
    static let operands = ["on|off"]
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar account password off", "nightjar account password on"]
    static let discussion = """
        By default it does as soon as there is an account. With `off`, whoever uses this machine is its first owner. Other
        machines are always asked.
        """

    static func run(_ arguments: Arguments) async throws {
        guard let choice = LocalPasswordRequest.Choice(rawValue: arguments.operands[0]) else {
            throw arguments.usage("Say `on` or `off`.")
        }
        try await GatewayAccess.run(arguments) { client in
            let body = try await client.body(.setLocalPassword, LocalPasswordRequest(choice))
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            try Output.line("On this machine the password is \(arguments.operands[0]).")
        }
    }
}
