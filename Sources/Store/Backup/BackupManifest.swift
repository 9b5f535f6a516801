package import Documents
package import Signals

/// What a backup says of itself, in its file `backup.json`.
package struct BackupManifest: Document {
    static let name = "backup.json"

    /// The form of the backup; this program reads 1.
    package var format = 1
    /// The Nightjar that made it.
    package var nightjar = ""
    /// How many steps the tables of its database have.
    package var schema = 0
    /// When it was made: all that was on the disk then is in it.
    package var made = Instant(nanoseconds: 0)
    /// Tables, blocks and batches of raw samples, and kept files that are in it.
    package var tables = 0, blocks = 0, files = 0
    /// Bytes of its database.
    package var bytes = 0.0

    /// That of an empty backup.
    package init() {}

    package mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("format", &format)
        fields.field("nightjar", &nightjar)
        fields.field("schema", &schema)
        fields.field("made_s", &made)
        fields.field("tables", &tables)
        fields.field("blocks", &blocks)
        fields.field("files", &files)
        fields.field("bytes", &bytes)
    }
}
