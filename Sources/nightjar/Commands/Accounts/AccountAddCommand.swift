import Documents
import Runtime
import Signals

/// `nightjar account add`.
enum AccountAddCommand: Command {
    static let name = "account add"
    static let summary = "Add an account; the first is the owner's"
    static let operands = ["EMAIL"]
    static let options = [
        DataFolder.option,
        Option("--name", "NAME", "what to call the person (default: the part of EMAIL before the @)"),
        Option("--role", "ROLE", "patient, clinician, researcher or admin (default: patient; the first is admin)"),
        Option("--wearer", "ID", "the wearer whose account it is, by number (default: somebody new)"), Option.json,
    ]
    static let examples = [
        "nightjar account add ada@example.org --name Ada",
        "pass show nightjar/ben | nightjar account add ben@example.org --role patient",
    ]
    static let discussion = """
        The password is asked for, or read from standard input. With the first account the data that were kept so far
        become the owner's, and requests need a token from then on: see `nightjar account password`.
        """

    static func run(_ arguments: Arguments) async throws {
        var person = RegisterRequest()
        person.email = arguments.operands[0]
        person.displayName = arguments.value("--name")
        person.role = try arguments.value("--role").map { try PersonRole.named($0) }
        person.person = try arguments.integer("--wearer", in: 1...Int(Int32.max))
        person.password = SecretText(try PasswordPrompt.ask("Password for \(person.email)", isNew: true))
        try await GatewayAccess.run(arguments, isNew: true) { [person] client in
            let added = try await client.ask(.addPerson, person)
            guard !arguments.has("--json") else {
                return try Output.line("{\"user_id\":\"\(added.userID)\",\"role\":\"\(added.role.rawValue)\"}")
            }
            try Output.line("\(added.displayName) (\(added.role.rawValue), number \(added.userID)) can sign in now.")
        }
    }
}
