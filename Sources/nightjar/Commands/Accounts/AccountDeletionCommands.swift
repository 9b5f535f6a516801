import Documents
import FoundationEssentials
import NightjarClient
import Runtime
import Signals

/// `nightjar account export`.
enum AccountExportCommand: Command {
    static let name = "account export"
    static let summary = "Export all data of a person as one archive"
    static let operands = ["EMAIL"]
    static let options = [
        DataFolder.option, Option("-o", "FILE", "where to write it (default: nightjar-NUMBER.zip here)"),
        Option.json,
    ]
    static let examples = ["nightjar account export ada@example.org -o ada.zip"]
    static let discussion = """
        Every row that carries the person's number, every day and night as tables, and the files that they brought;
        manifest.json lists all with their SHA-256.
        """

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            let person = try await client.account(arguments.operands[0])
            let path = arguments.value("-o") ?? "nightjar-\(person.userID).zip"
            let file = try WholeFile(path)
            var size = 0
            try await client.stream(Call(.exportPerson, PersonRequest(person.person))) { data in
                try data.withUnsafeBytes { bytes in
                    try file.write(bytes)
                    size += bytes.count
                }
            }
            try file.finish()
            try Output.done(arguments, "\(path): \(size) bytes.") { json in
                json.field("file", path)
                json.field("bytes", size)
            }
        }
    }
}

/// `nightjar account remove`.
enum AccountRemoveCommand: Command {
    static let name = "account remove"
    static let summary = "Remove a person's account, or delete the person with all their data"
    static let operands = ["EMAIL"]
    static let options = [
        DataFolder.option, Option("--delete-data", nil, "delete everything that was recorded of the person too"),
        Option.json,
    ]
    static let examples = ["nightjar account remove ben@example.org", "nightjar account remove 2 --delete-data"]
    static let discussion = """
        Without --delete-data what was recorded stays and is looked after by the owners. With it, rows are deleted, the
        store is written anew so that nothing of them is left in its files, and it is said what went.
        """

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            let person = try await client.account(arguments.operands[0])
            let request = DeletePersonRequest(person.person, data: arguments.has("--delete-data") ? .delete : .keep)
            let body = try await client.body(.deletePerson, request)
            guard !arguments.has("--json") else { return try Output.write(body + [10]) }
            let report = try GatewayClient.read(LeavingDocument.self, body)
            guard let rows = report.rows else {
                return try Output.line("\(person.email) can no longer sign in; the data stay.")
            }
            for (table, count) in rows.sorted(by: { $0.key < $1.key }) { try Output.line("\(table): \(count)") }
            try Output.line("\(person.email) is deleted: \(rows.values.reduce(0, +)) rows.")
            guard let aside = report.setAside, !aside.isEmpty else { return }
            try Output.line(
                "Damaged stores that were set aside in the data folder may still hold what was theirs. Delete these files "
                    + "when you want to save nothing from them any more:")
            for name in aside { try Output.line("  \(name)") }
        }
    }
}
