import Signals
import Synchronization

/// Every profile that is known at the moment: those built in, those of the packaged folder and those of a person's own
/// folders. Files that change are read again by ``refresh()``; a file that is wrong is reported and harms no other.
package final class ProfileLibrary: Sendable {
    /// A file that is not used, or not as it stands.
    package struct Problem: Hashable, Sendable {
        /// The file's name, or `built in`.
        package var file: String
        /// What is wrong, with its place in the file.
        package var message: String
    }

    private struct State: Sendable {
        var profiles: [DeviceProfile] = []
        var index = MatchIndex([])
        var files: [String: String] = [:]
        var own: Set<String> = []
        var problems: [Problem] = []
        var generation = 0
        var stamps: [String: ProfileSource.Stamp]?
    }

    /// Where profiles come from, the later over the earlier.
    package let folders: [ProfileFolder]
    private let codecs: CodecRegistry
    private let state: Mutex<State>

    /// Reads the profiles that are built in and those of `folders`, the later over the earlier.
    package init(folders: [ProfileFolder] = ProfileFolder.standard(), codecs: CodecRegistry = .compiled) {
        self.folders = folders
        self.codecs = codecs
        state = Mutex(State())
        refresh()
    }

    /// A library of profiles that were made otherwise, for tests.
    package init(profiles: [DeviceProfile]) {
        folders = []
        codecs = .compiled
        state = Mutex(State(profiles: profiles, index: MatchIndex(profiles), stamps: [:]))
    }

    /// The profiles by name.
    package var profiles: [DeviceProfile] { state.withLock { $0.profiles } }
    /// Files that are not used, and why.
    package var problems: [Problem] { state.withLock { $0.problems } }
    /// Counts each time files were read, so that caches can compare.
    package var generation: Int { state.withLock { $0.generation } }

    /// The profile of the given name.
    package func profile(_ id: String) -> DeviceProfile? { profiles.first { $0.id == id } }
    /// The file that a profile comes from, or `built in`.
    package func file(of id: String) -> String? { state.withLock { $0.files[id] } }
    /// Whether a profile comes from a person's own folder.
    package func isOwn(_ id: String) -> Bool { state.withLock { $0.own.contains(id) } }

    /// The profiles that fit what is known of a device, best first. Several may: a standard and a maker's own.
    package func matches(_ subject: ProfileSubject) -> [DeviceProfile] {
        state.withLock { $0.index }.matches(subject)
    }

    /// Looks for files that came, went or changed since the last time, and reads all again when one did. Cheap when
    /// none did, so that it may be called every second or two.
    /// - Returns: whether ``profiles`` or ``problems`` may be others now.
    @discardableResult
    package func refresh() -> Bool {
        let stamps = ProfileSource.stamps(folders.map(\.path))
        guard state.withLock({ $0.stamps != stamps }) else { return false }
        var texts = folders.contains(where: \.replacesBuiltIn) ? [] : BuiltInProfiles.texts
        var unreadable: [Problem] = []
        for folder in folders {
            for file in stamps.keys.sorted() where file.hasPrefix(folder.path + "/") {
                do {
                    let text = try ProfileSource.read(file)
                    texts.append(ProfileSet.Text(file: file, bytes: text.bytes, isOwn: folder.isOwn))
                } catch {
                    unreadable.append(Problem(file: file, message: error.message))
                }
            }
        }
        let set = ProfileSet(texts, codecs: codecs)
        let index = MatchIndex(set.profiles)
        state.withLock { state in
            state.profiles = set.profiles
            state.index = index
            state.files = set.files
            state.own = set.own
            state.problems = unreadable + set.problems
            state.generation += 1
            state.stamps = stamps
        }
        return true
    }
}
