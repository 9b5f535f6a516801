import Synchronization

/// Every profile that is known at the moment: those built in, those of the packaged folder and those of a person's own
/// folders. Files that change are read again by ``refresh()``; a file that is wrong is reported and harms no other.
public final class ProfileLibrary: Sendable {
    /// A file that is not used, or not as it stands.
    public struct Problem: Hashable, Sendable {
        /// The file, or `built in`.
        public var file: String
        /// What is wrong and where.
        public var message: String
    }

    struct State: Sendable {
        var profiles: [DeviceProfile] = []
        var index = MatchIndex([])
        var problems: [Problem] = []
        var generation = 0
        var stamps: [String: ProfileSource.Stamp] = [:]
    }

    /// Where profiles come from, the later over the earlier.
    public let folders: [String]
    private let codecs: CodecRegistry
    private let state: Mutex<State>

    /// Reads the profiles that are built in and those of `folders`, the later over the earlier.
    public init(folders: [String] = ProfileLibrary.standardFolders(), codecs: CodecRegistry = .compiled) {
        self.folders = folders
        self.codecs = codecs
        state = Mutex(State())
        refresh()
    }

    /// A library of profiles that were made otherwise, for tests.
    public init(profiles: [DeviceProfile]) {
        folders = []
        codecs = .compiled
        state = Mutex(State(profiles: profiles, index: MatchIndex(profiles)))
    }

    /// The profiles by name.
    public var profiles: [DeviceProfile] { state.withLock { $0.profiles } }
    /// The files that are not used.
    public var problems: [Problem] { state.withLock { $0.problems } }
    /// Counts up whenever ``profiles`` change.
    public var generation: Int { state.withLock { $0.generation } }

    /// The profile of the given name.
    public func profile(_ id: String) -> DeviceProfile? { profiles.first { $0.id == id } }

    /// The profiles that fit what is known of a device, best first. Several may: a standard and a maker's own.
    public func matches(_ subject: ProfileSubject) -> [DeviceProfile] {
        state.withLock { $0.index }.matches(subject)
    }

    /// Looks for files that came, went or changed since the last time, and reads all again when one did.
    /// - Returns: whether ``profiles`` or ``problems`` may be others now.
    @discardableResult
    public func refresh() -> Bool { false }

    /// Where profiles are looked for: `NIGHTJAR_PROFILES`, or the packaged folder beside the program, then the folders
    /// of the machine and of the person, and those named in `NIGHTJAR_USER_PROFILES`.
    public static func standardFolders() -> [String] { [] }
}

/// Where the text of a profile comes from.
enum ProfileSource {
    /// What tells that a file changed.
    struct Stamp: Hashable, Sendable {
        var size: Int64
        var modified: Int64
        var inode: UInt64
    }
}
