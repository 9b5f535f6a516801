#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TransportBody {
    /// A file, read piece by piece while it is sent; it must not be cut short meanwhile.
    /// - Throws: ``APIError`` when it cannot be opened.
    public static func file(_ path: String) throws -> TransportBody {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        } catch {
            throw APIError.networkError(.init(.unreadableBody, "\(path) cannot be opened."))
        }
        return .stream(size: data.count) { Self.reader(data) }
    }

    /// Goes through data; a transport reads on one thread at a time.
    private static func reader(_ data: Data) -> Reader {
        let cursor = Cursor()
        return { count in
            let from = data.startIndex + cursor.offset
            let piece = data[from..<min(data.endIndex, from + max(1, count))]
            cursor.offset += piece.count
            return piece
        }
    }

    /// `@unchecked Sendable`: only the transport's thread that sends the body touches it.
    private final class Cursor: @unchecked Sendable {
        var offset = 0
    }
}
