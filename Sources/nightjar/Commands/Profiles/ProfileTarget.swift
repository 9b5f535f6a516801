import DeviceProfiles
import Documents
import Glibc
import Runtime
import Signals

/// The profiles named on the command line.
enum ProfileTarget {
    /// What the gateway would use: what is built in, the packaged folder, and the person's own.
    static func library() -> ProfileLibrary { ProfileLibrary() }

    /// The texts of files.
    /// - Throws: `Failure` when one is not there or cannot be read.
    static func texts(_ files: [String]) throws -> [ProfileSet.Text] {
        try files.map { file in
            guard let bytes = try SystemFile.read(file, limit: 1 << 20) else {
                throw Failure(.notFound, "There is no file \(file).")
            }
            return ProfileSet.Text(file: file, bytes: bytes, isOwn: true)
        }
    }

    /// A profile by its name, or a file that holds one.
    /// - Throws: `Failure` when there is none, or what the file holds cannot be used.
    static func profile(_ text: String) throws -> DeviceProfile {
        let library = library()
        guard text.contains("/") || text.hasSuffix(".json") else {
            if let profile = library.profile(text) { return profile }
            let reason = library.problems.first {
                $0.file.hasSuffix("/\(text).json") || $0.file.hasSuffix(" \(text).json")
            }
            if let reason { throw Failure(.failed, "\(reason.file): \(reason.message).") }
            throw Failure(.notFound, "There is no profile “\(text)”; `nightjar profiles list` lists all.")
        }
        let inspection = ProfileInspection.inspect(try texts([text]), library: library)[0]
        guard let profile = inspection.profile, inspection.problems.isEmpty else {
            throw Failure(.failed, "\(text): \(inspection.problems.first?.description ?? "it cannot be used").")
        }
        return profile
    }
}
