import Foundation

/// The folder of real recordings, named by the environment variable `NIGHTJAR_TEST_DATA`.
package enum TestData {
    /// The folder, or nil when the variable is unset.
    package static let folder: String? = ProcessInfo.processInfo.environment["NIGHTJAR_TEST_DATA"]
    /// Whether recordings are there; tests that need them are enabled by it and skipped, by name, without.
    package static var isAvailable: Bool { folder != nil }

    /// The path of a file of the folder.
    /// - Throws: ``MissingRecording`` when the variable is unset or the file is not there: never a silent pass.
    package static func path(_ name: String) throws -> String {
        guard let folder else { throw MissingRecording(name: name) }
        let path = "\(folder)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { throw MissingRecording(name: path) }
        return path
    }

    /// The bytes of a file of the folder.
    package static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// The text of a file of the folder.
    package static func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// What a JSON file of the folder holds; its NaN and infinities, which JSON does not have, are read as null.
    package static func json<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        var text = try text(name)
        for word in ["NaN", "-Infinity", "Infinity"] { text = text.replacingOccurrences(of: word, with: "null") }
        return try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// A recording that a test needs is not where it should be.
    package struct MissingRecording: Error {
        /// Which one.
        package var name: String
    }
}
