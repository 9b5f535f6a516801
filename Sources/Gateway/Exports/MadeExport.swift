package import Documents
package import Exports
import Runtime
import Signals
import Store

/// A file of an export that was made. On the disk it is gone with this object; who has it open reads on.
package final class MadeExport: Sendable {
    /// The file name to suggest.
    package let name: String
    /// The media type, such as `application/zip`.
    package let mediaType: String
    /// The SHA-256 of its bytes as hexadecimal digits; nil of an archive.
    package let digest: String?
    private let scratch: ExportScratch

    /// The path of the file; nil when it is in memory.
    package var path: String? { scratch.path }
    /// The contents when it is in memory; otherwise empty.
    package var bytes: [UInt8] { scratch.bytes }

    init(name: String, mediaType: String, _ scratch: ExportScratch, digest: String? = nil) {
        (self.name, self.mediaType, self.scratch, self.digest) = (name, mediaType, scratch, digest)
    }
}

extension Gateway {
    /// The files of an export, without the manifest; none is made yet.
    /// - Throws: `Failure` with code `usage` for a format that there is not, or when the content cannot be read.
    package static func parts(
        of content: ExportContent, format: String, bare: Bool = false
    ) throws -> [ExportPart] {
        guard let format = ExportFormat(rawValue: format) else {
            let known = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.usage, "“\(format)” is not a format of exports; there are \(known).")
        }
        return try parts(of: content, ExportChoice(format, isBare: bare))
    }

    /// The files that a choice asks for, without the manifest; none is made yet.
    /// - Throws: `Failure` with code `usage` for what a format has no place for, or when the content cannot be read.
    package static func parts(of content: ExportContent, _ choice: ExportChoice) throws -> [ExportPart] {
        let parts = try ExportFormat.parts(of: content, choice)
        try content.check()
        return parts
    }

    /// The name and media type of what ``make(_:_:file:in:)`` makes.
    /// - Throws: `Failure` with code `notFound` for a name that there is not.
    package static func kind(
        of content: ExportContent, _ parts: [ExportPart], file name: String?
    ) throws -> (name: String, mediaType: String) {
        if let name, name == ExportManifest.name(content) { return (name, "application/json") }
        if let part = try part(name, of: parts) { return (part.name, part.mediaType) }
        return ("\(content.label).zip", "application/zip")
    }

    /// Makes one file of an export piece by piece, away from the threads that all share. A night is made in memory, so that it
    /// can also be had where the disk is full; what is longer is made on the disk, where its rows fill no memory, and in memory
    /// only where the disk has no room. Of EDF+ the samples of all signals lie in memory, two bytes each: up to 50 MB of a year.
    /// - Parameters:
    ///   - content: what is exported.
    ///   - parts: its files.
    ///   - name: which of them, or the manifest; nil for all: the file as it is where there is one, else a `.zip`.
    ///   - place: what it may take; to be kept until it was sent.
    /// - Throws: `Failure` with code `notFound` for a name that there is not, or when there is no room or the content
    ///   cannot be read; `CancellationError`.
    package func make(
        _ content: ExportContent, _ parts: [ExportPart], file name: String?, in place: ExportBudget.Place
    ) async throws -> MadeExport {
        // A year's work keeps nobody's night waiting.
        let span = content.window.upperBound.seconds(since: content.window.lowerBound)
        let isShort = content.raw == nil && span <= 2 * 86_400
        return try await withTaskExecutorPreference(isShort ? exporting : archiving) {
            try Self.inMemoryOrOnDisk(first: isShort, in: place) { inMemory in
                try self.makeNow(content, parts, file: name, inMemory: inMemory, in: place)
            }
        }
    }

    /// Makes something in memory or on disk, and the other way where there is no space.
    static func inMemoryOrOnDisk<Made>(
        first inMemory: Bool, in place: ExportBudget.Place, _ make: (_ inMemory: Bool) throws -> Made
    ) throws -> Made {
        try Task.checkCancellation()
        do { return try make(inMemory) } catch let failure as Failure where failure.cause is NoSpace {
            place.give()
            return try make(!inMemory)
        }
    }

    private static func part(_ name: String?, of parts: [ExportPart]) throws -> ExportPart? {
        guard let name else { return parts.count == 1 ? parts[0] : nil }
        guard let part = parts.first(where: { $0.name == name }) else {
            throw Failure(.notFound, "The export has no file “\(name)”; with list=true it tells those that it has.")
        }
        return part
    }

    private func makeNow(
        _ content: ExportContent, _ parts: [ExportPart], file name: String?, inMemory: Bool,
        in place: ExportBudget.Place
    ) throws -> MadeExport {
        if name == ExportManifest.name(content) {
            let manifest = ExportManifest.file(content, try parts.map { try Self.write($0) { _ in } })
            let scratch = try ExportScratch(path: nil, in: place)
            try scratch.write(manifest.bytes)
            return MadeExport(
                name: manifest.name, mediaType: manifest.mediaType, scratch, digest: manifest.summary.digest)
        }
        if let part = try Self.part(name, of: parts) {
            let scratch = try ExportScratch(path: inMemory ? nil : scratchPath(), in: place)
            let digest = try Self.write(part) { try scratch.write($0) }.digest
            try scratch.end()
            return MadeExport(name: part.name, mediaType: part.mediaType, scratch, digest: digest)
        }
        let archive = try ZipFile(path: inMemory ? nil : scratchPath(), in: place)
        var summaries: [ExportPart.Summary] = []
        for part in parts {
            try archive.begin(part.name)
            summaries.append(try Self.write(part) { try archive.write($0) })
            try archive.end()
        }
        try archive.add(ExportManifest.file(content, summaries))
        return MadeExport(name: "\(content.label).zip", mediaType: "application/zip", try archive.close())
    }

    /// Makes a part and tells what a manifest says of it.
    private static func write(_ part: ExportPart, _ take: @escaping ExportPart.ByteConsumer) throws
        -> ExportPart.Summary
    {
        let tally = Tally()
        let counts = try part.write { piece in
            try Task.checkCancellation()
            tally.add(piece)
            try take(piece)
        }
        return ExportPart.Summary(name: part.name, bytes: tally.bytes, digest: tally.digest, counts: counts)
    }

    /// Counts and hashes the bytes that pass.
    private final class Tally {
        private(set) var bytes = 0
        private var hash = SHA256()

        func add(_ piece: [UInt8]) {
            bytes += piece.count
            hash.update(piece)
        }

        var digest: String { HexText.text(hash.digest()) }
    }
}
