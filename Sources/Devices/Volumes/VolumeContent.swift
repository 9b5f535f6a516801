import Glibc
import Recordings

/// Recordings in a folder that somebody plugged in, known by what is in the files and not by their names.
package struct VolumeContent: Hashable, Sendable {
    /// Makers whose recorders look like a volume.
    package enum Maker: String, Hashable, Sendable {
        case actiGraph = "ActiGraph"
        case geneActiv = "GENEActiv"
        case axivity = "Axivity"
        /// Of a format that is read here, from whatever recorder.
        case other = "Recorder"
    }

    /// The maker of the recorder.
    package var maker: Maker
    /// Files that can be imported, newest first.
    package var importable: [String]
    /// Files that are recordings of a kind that cannot be read yet.
    package var unreadable: [String]

    private static let mostFiles = 512

    /// Looks into `folder` and the folders in it, at the first bytes of at most 512 files; nil when there is no recording.
    package init?(folder: String) {
        var found: [(path: String, time: Int, kind: Kind)] = []
        var left = Self.mostFiles
        Self.look(into: folder, depth: 0, left: &left, found: &found)
        guard let best = found.map(\.kind.maker).min(by: { $0.rank < $1.rank }) else { return nil }
        maker = best
        let sorted = found.sorted { ($1.time, $0.path) < ($0.time, $1.path) }
        importable = sorted.filter { $0.kind.isReadable }.map(\.path)
        unreadable = sorted.filter { !$0.kind.isReadable }.map(\.path)
    }

    private struct Kind {
        var maker: Maker
        var isReadable: Bool
    }

    private static func look(
        into folder: String, depth: Int, left: inout Int, found: inout [(path: String, time: Int, kind: Kind)]
    ) {
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        while left > 0, let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            let path = "\(folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                if depth < 2 { look(into: path, depth: depth + 1, left: &left, found: &found) }
            } else if status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 {
                left -= 1
                if let kind = kind(path, name) { found.append((path, status.st_mtim.tv_sec, kind)) }
            }
        }
    }

    private static func kind(_ path: String, _ name: String) -> Kind? {
        guard let head = head(path) else { return nil }
        // "MD" also begins other files, so a recorder's header has to be whole.
        if CWA.recognizes(head: head, fileName: "") {
            return (try? AxivityFile(path: path))?.hasData == true ? Kind(maker: .axivity, isReadable: true) : nil
        }
        let isReadable = RecordingFormats.all.contains { $0.recognizes(head: head, fileName: "") }
        if isActiGraph(head, path, name) { return Kind(maker: .actiGraph, isReadable: isReadable) }
        if isGENEActiv(head) { return Kind(maker: .geneActiv, isReadable: isReadable) }
        return isReadable ? Kind(maker: .other, isReadable: true) : nil
    }

    /// A .gt3x is a zip that begins with one of its known members. The drive of the older recorders has its activity
    /// without any mark, so there the drive's own AUTORUN.INF must name the maker.
    private static func isActiGraph(_ head: [UInt8], _ path: String, _ name: String) -> Bool {
        if head.starts(with: [0x50, 0x4B, 3, 4]), head.count > 30 {
            let length = Int(head[26]) | Int(head[27]) << 8
            let member = String(decoding: head.dropFirst(30).prefix(length), as: UTF8.self).lowercased()
            return ["info.txt", "log.bin", "activity.bin", "lux.bin"].contains(member)
        }
        guard name.lowercased() == "activity.bin" else { return false }
        let folder = path.dropLast(name.count)
        return ["AUTORUN.INF", "autorun.inf", "Autorun.inf"].contains {
            self.head("\(folder)\($0)").map { String(decoding: $0, as: UTF8.self).contains("ActiGraph") } ?? false
        }
    }

    private static func isGENEActiv(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head.prefix(600), as: UTF8.self)
        return text.hasPrefix("Device Identity") && text.contains("Device Unique Serial Code:")
    }

    private static func head(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}

extension VolumeContent.Maker {
    /// Those that are certain of their own come first.
    fileprivate var rank: Int {
        switch self {
        case .axivity: 0
        case .actiGraph: 1
        case .geneActiv: 2
        case .other: 3
        }
    }
}
