import Glibc
import Runtime
import Signals

/// Where files lie while they are received and worked on; each in a folder of its own, so that it can keep its name.
struct IncomingFolder: Sendable {
    let path: String

    /// Throws away what a gateway that was killed has left here.
    func clear() { FolderTree.remove(path) }

    /// A place for a file.
    /// - Throws: `Failure` when the folder cannot be made.
    func place(_ fileName: String, of id: String) throws -> String {
        for folder in [path, "\(path)/\(id)"] {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw Failure(
                    SystemError(errno, "mkdir", folder), "The file cannot be taken in: \(folder) cannot be made")
            }
        }
        return "\(path)/\(id)/\(fileName)"
    }

    /// Removes a file and the folder that was made for it.
    static func remove(_ file: String) {
        unlink(file)
        rmdir(String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]))
    }

    /// What a sender calls its file as a name that is one: the last part of a path, without control characters, of a
    /// length that any file system takes; its end is kept, as that tells formats apart.
    static func name(_ text: String) -> String {
        let last = text.split(separator: "/").last ?? ""
        var name = String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }))
        while name.utf8.count > 200 { name.removeFirst() }
        return ["", ".", ".."].contains(name) ? "recording" : name
    }
}
