import Documents
import Runtime
import Signals

extension GatewayClient {
    /// The person that a command names by number or address.
    /// - Throws: `Failure` of code `notFound`.
    func account(_ word: String) async throws -> AccountDocument {
        guard let found = try await ask(.people).people.first(where: { $0.id == word || $0.email == word.lowercased() })
        else {
            throw Failure(.notFound, "There is no account “\(word)”; `nightjar account list` shows all.")
        }
        return found
    }
}

extension PersonRole {
    /// The role that a command names.
    /// - Throws: `Failure` of code `usage`.
    static func named(_ word: String) throws -> PersonRole {
        guard let role = PersonRole(rawValue: word) else {
            throw Failure(.usage, "“\(word)” is no role; there are patient, clinician, researcher and admin.")
        }
        return role
    }
}

/// `nightjar account list`.
enum AccountListCommand: Command {
    static let name = "account list"
    static let summary = "List the people who can sign in"
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar account list", "nightjar account list --json"]
    static let discussion = """
        As long as nobody can sign in, whoever uses this machine is the owner and nothing asks for a password. The first
        account is the owner's, and from then on every request needs a token or a browser that has signed in.
        """

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            guard !arguments.has("--json") else {
                return try Output.write(await client.body(.people) + [10])
            }
            let people = try await client.ask(.people).people
            if people.isEmpty { Output.note("Nobody yet. Enter the owner with `nightjar account add EMAIL`.") }
            for person in people {
                try Output.line("\(person.userID)  \(person.role.rawValue)  \(person.email)  \(person.displayName)")
            }
        }
    }
}
