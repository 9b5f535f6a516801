import Documents
import Runtime
import Signals
import Store

/// `nightjar backup`.
enum BackupCommand: Command {
    static let name = "backup"
    static let summary = "Copy the store, keys and settings into a folder, also while the gateway runs"
    static let operands = ["FOLDER"]
    static let options = [
        DataFolder.option,
        Option("--keep", "N", "remove the oldest backups in FOLDER once there are more than N (default: keep all)"),
        Option.json,
    ]
    static let examples = ["nightjar backup /mnt/disk/backups", "nightjar backup /mnt/disk/backups --keep 7 --json"]
    static let discussion = """
        Each backup is a folder of its own in FOLDER, named by its time: the database as it was at one moment, keys,
        certificates, device profiles and weights, with SHA256SUMS, which `sha256sum -c` reads too. What is on its way is not in
        it: messages that wait for a watch, and uploads that have not ended. It has its name only once it is whole, on the disk
        and looked through as by `nightjar check`; what breaks off leaves nothing, and earlier ones are left as they
        are. `nightjar serve --backup FOLDER` makes one a day by itself; `nightjar restore` brings one back.
        A backup holds health data and keys as they are: it is its owner's alone (0700), and belongs on a disk that you trust.
        Whoever is deleted later is still in it.
        """

    static func run(_ arguments: Arguments) async throws {
        let data = try DataFolder(arguments).path
        let folder = BackupFolder(arguments.operands[0])
        let keep = try arguments.integer("--keep", in: 1...10_000)
        let bar = ProgressBar("Copying")
        defer { bar.finish() }
        let backup = try await stoppable {
            try Backup.make(of: data, in: folder, at: WallClock().now) { bar.update($0) }
        }
        bar.finish()
        let removed = keep.map { folder.removeAll(but: $0, after: backup) } ?? []
        let manifest = backup.manifest
        try Output.done(
            arguments,
            [
                "Backed up to \(backup.path): \(manifest.blocks) blocks of raw samples, \(manifest.files) imported files, "
                    + "\(Int((manifest.bytes / 1e6).rounded(.up))) MB; all is sound."
            ] + (removed.isEmpty ? [] : ["Removed: \(removed.joined(separator: ", "))."])
        ) { json in
            json.field("backup", backup.path)
            json.field("made_s", manifest.made.secondsSince1970)
            json.field("tables", manifest.tables)
            json.field("blocks", manifest.blocks)
            json.field("files", manifest.files)
            json.field("bytes", manifest.bytes)
            json.array("removed", removed)
        }
    }
}
