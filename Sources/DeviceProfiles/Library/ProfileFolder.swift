import Glibc
import Runtime

/// A folder of profiles.
package struct ProfileFolder: Hashable, Sendable {
    /// Where it is, without a slash at the end.
    package var path: String
    /// Whether the user put it there, as opposed to the installation.
    package var isOwn: Bool
    /// Whether it stands in for the profiles that are built in.
    package var replacesBuiltIn: Bool

    /// A folder; `replacesBuiltIn` lets its profiles take the place of embedded ones.
    package init(_ path: String, isOwn: Bool = true, replacesBuiltIn: Bool = false) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.isOwn = isOwn
        self.replacesBuiltIn = replacesBuiltIn
    }

    /// The folders of this machine: the packaged one, which `NIGHTJAR_PROFILES` may replace and which stands in for what
    /// is built in; `/etc/nightjar/device-profiles`; that of the person, in `XDG_CONFIG_HOME` or `~/.config`; and
    /// `data`/device-profiles where a folder of data is given.
    package static func standard(data: String? = nil) -> [ProfileFolder] {
        var folders: [ProfileFolder] = []
        if let path = environment("NIGHTJAR_PROFILES") {
            folders.append(ProfileFolder(path, isOwn: false, replacesBuiltIn: true))
        } else if let path = packaged() {
            folders.append(ProfileFolder(path, isOwn: false))
        }
        folders.append(ProfileFolder("/etc/nightjar/device-profiles"))
        if let path = PersonalFolder.configuration.path() { folders.append(ProfileFolder(path + "/device-profiles")) }
        if let data { folders.append(ProfileFolder(data + "/device-profiles")) }
        return folders
    }

    /// `../share/nightjar/device-profiles` seen from the program, when it is there.
    private static func packaged() -> String? {
        guard let program = SystemFile.linkTarget("/proc/self/exe") else { return nil }
        let parts = program.split(separator: "/").dropLast(2)
        let path = "/" + (parts + ["share", "nightjar", "device-profiles"]).joined(separator: "/")
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return path
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
