import Documents
import Runtime
import Signals
import Store

/// `nightjar restore`.
enum RestoreCommand: Command {
    static let name = "restore"
    static let summary = "Bring a backup back into the gateway's folder"
    static let operands = ["FOLDER"]
    static let options = [
        DataFolder.option,
        Option("--replace", nil, "where there is a store already: move it aside and put the backup in its place"),
        Option.json,
    ]
    static let examples = [
        "nightjar restore /mnt/disk/backups", "nightjar restore /mnt/disk/backups/nightjar-20261125T195034Z --replace",
    ]
    static let discussion = """
        FOLDER is one backup, or the folder of `nightjar backup`, of which the newest is taken. It is looked through first, and
        copied beside what is there; only then, and only with --replace where there is a store, it takes its place. What was
        there is moved to before-restore-TIME in DIR and never deleted. Stop the gateway first. What was said since the backup
        was made is not in it: who may sign in, what is refused, who wore what, and who was deleted.
        """

    static func run(_ arguments: Arguments) async throws {
        let data = try DataFolder(arguments).path
        let backup = try Backup(at: arguments.operands[0])
        let replaces = arguments.has("--replace")
        let bar = ProgressBar("Restoring")
        defer { bar.finish() }
        let aside = try await stoppable {
            try Restoring(backup, to: data).run(replaces: replaces, at: WallClock().now) { bar.update($0) }
        }
        bar.finish()
        try Output.done(
            arguments,
            ["Restored \(backup.path) of \(backup.manifest.made.rfc3339) to \(data)."]
                + (aside.map { ["What was there is in \(data)/\($0)."] } ?? [])
                + ["Start it with: nightjar serve --data \(data)"]
        ) { json in
            json.field("backup", backup.path)
            json.field("made_s", backup.manifest.made.secondsSince1970)
            json.field("data", data)
            json.field("aside", aside)
        }
    }
}
