import Documents
import Exports
import FoundationEssentials
import Glibc
import NightjarClient
import Runtime
import Signals

/// Fetches the files of an export and writes them where they were asked for.
struct Exporting {
    private let choice: ExportChoice
    private let target: String

    /// - Throws: `Failure` for a format that there is not.
    init(_ arguments: Arguments) throws {
        let word = arguments.value("--format") ?? ExportFormat.edf.rawValue
        guard let format = ExportFormat(rawValue: word) else {
            let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw arguments.usage("“\(word)” is not a format of exports; there are \(known).")
        }
        var choice = ExportChoice(format, isBare: arguments.has("--bare"))
        if let word = arguments.value("--signals") {
            guard let signals = ExportSignals(rawValue: word) else {
                let known = ExportSignals.allCases.map(\.rawValue).joined(separator: ", ")
                throw arguments.usage("“\(word)” says nothing of signals; there are \(known).")
            }
            choice.signals = signals
        }
        if let word = arguments.value("--dialect") {
            guard let dialect = CSVDialect(rawValue: word), format == .csv else {
                let known = CSVDialect.allCases.map(\.rawValue).joined(separator: ", ")
                throw arguments.usage("--dialect takes \(known), together with --format csv.")
            }
            choice.dialect = dialect
        }
        if let text = arguments.value("--rate") {
            guard let rate = Double(text), (1...1000).contains(rate), choice.hasRaw else {
                throw arguments.usage("--rate takes 1 to 1000 samples per second, together with --signals raw or all.")
            }
            choice.rate = rate
        }
        self.choice = choice
        target = arguments.value("-o") ?? "."
    }

    /// Writes the export of a subject and returns the paths of the files, the manifest last.
    func write(_ subject: ExportSubject, _ client: GatewayClient) async throws -> [String] {
        let names = try GatewayClient.read(
            ExportFilesDocument.self, try await client.body(.exportFiles(of: subject, choice))
        ).files
        var written: [String] = []
        for name in names {
            let place = try place(of: name, among: names)
            let file = try WholeFile(place)
            try await client.stream(.exportFile(name, of: subject, choice)) { data in
                try data.withUnsafeBytes { try file.write($0) }
            }
            try file.finish()
            written.append(place)
        }
        return written
    }

    /// A single data file takes the name that was asked for, its manifest the same with another ending; several go
    /// into a folder.
    private func place(of name: String, among names: [String]) throws -> String {
        // A name from elsewhere must not lead out of the folder.
        guard !name.contains("/"), !["", ".", ".."].contains(name) else {
            throw Failure(
                .failed, "The gateway calls a file “\(name)”, which is no name of a file; nothing was written.")
        }
        var status = stat()
        let isFolder = stat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        guard names.count == 2, !isFolder, !target.hasSuffix("/") else {
            try ExportFolder.make(target)
            return target.hasSuffix("/") ? "\(target)\(name)" : "\(target)/\(name)"
        }
        if let slash = target.lastIndex(of: "/"), slash > target.startIndex {
            try ExportFolder.make(String(target[..<slash]))
        }
        guard name.hasSuffix(".manifest.json") else { return target }
        let file = target.split(separator: "/").last ?? ""
        let stem = file.lastIndex(of: ".").map { target.dropLast(file.distance(from: $0, to: file.endIndex)) }
        return "\(stem ?? target[...]).manifest.json"
    }

    /// Prints the files that were written.
    static func tell(_ files: [String], isJSON: Bool) throws {
        guard isJSON else {
            for file in files { try Output.line(file) }
            return
        }
        var json = JSONText()
        json.object { json in json.array("files", files) }
        try Output.line(json.string)
    }
}

/// A temporary folder, removed when it is released.
final class TemporaryFolder {
    /// The path of the folder.
    let path: String

    /// Makes a folder below `TMPDIR`, or `/tmp`.
    /// - Throws: `Failure` when none can be made.
    init() throws {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/nightjar-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure(SystemError(errno, "mkdtemp", base), "No temporary folder can be made in \(base)")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { FolderTree.remove(path) }
}
