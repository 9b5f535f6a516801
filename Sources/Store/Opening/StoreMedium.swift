package import Runtime

/// Where a store is, with the files around it: on a disk, or in memory.
///
/// Both are folders to the kernel, so one store with the same tables, log, locks and errors is on either: what is tested on one
/// holds on the other, except that nothing in memory outlives the process.
package protocol StoreMedium: Sendable {
    /// The path of the folder.
    var path: String { get }
    /// Whether everything in the folder is gone when the process ends, however it ends.
    var isEphemeral: Bool { get }
    /// The most bytes that the database may have; nil where the disk decides.
    var mostBytes: Int64? { get }
    /// Bytes that may still be written; nil when that cannot be told.
    var freeBytes: Int64? { get }
}

/// A folder on a disk, which keeps what is in it.
package struct DiskFolder: StoreMedium {
    /// The path of the folder, which need not be there yet.
    package let path: String

    /// The folder at `path`.
    package init(path: String) { self.path = path }

    /// False: it is there for the next start.
    package var isEphemeral: Bool { false }
    /// Nil: the disk decides.
    package var mostBytes: Int64? { nil }
    /// Bytes that the disk has left for a program without privileges; nil when that cannot be told.
    package var freeBytes: Int64? { MemoryFolder.freeBytes(at: path) }
}

extension MemoryFolder: StoreMedium {
    /// True: it is removed with the process.
    package var isEphemeral: Bool { true }
    /// The limit of the folder.
    package var mostBytes: Int64? { limit }
}
