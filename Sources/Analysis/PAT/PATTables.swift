import Signals

/// The tables of a file of weights, by the end of their path.
struct PATTables {
    let file: HDF5File

    /// Whether there is a table with these words in its path.
    func has(_ words: String...) -> Bool { !matches(words).isEmpty }

    /// The shape of the table with these words in its path.
    func shape(_ words: String...) throws -> [Int] { try find(words).shape }

    /// The numbers of a table.
    /// - Throws: `Failure` when it is missing, has another shape, or cannot be read.
    func values(_ wanted: PATTable) throws -> [Float] {
        let table = try find(wanted.words)
        guard table.shape == wanted.shape else {
            throw Failure(
                .failed, "The weights' table \(wanted.name) has the shape \(table.shape), not \(wanted.shape).")
        }
        do { return try file.values(table) } catch {
            throw Failure(.failed, "The weights' table \(wanted.name) cannot be read: \(error).")
        }
    }

    private func find(_ words: [String]) throws -> HDF5Dataset {
        let name = words.joined(separator: "/")
        let found = matches(words)
        guard found.count < 2 else { throw Failure(.failed, "The weights have more than one table \(name).") }
        guard let path = found.first else {
            if let error = file.others.first(where: { Self.path($0.key, endsWith: words) })?.value {
                throw Failure(.failed, "The weights' table \(name) cannot be read: \(error).")
            }
            throw Failure(.failed, "These are no weights of a PAT encoder: there is no table \(name).")
        }
        guard let table = file.datasets[path] else { throw Failure(.failed, "There is no table \(name).") }
        return table
    }

    private func matches(_ words: [String]) -> [String] { file.datasets.keys.filter { Self.path($0, endsWith: words) } }

    /// Keras 2 writes `kernel:0`, Keras 3 `kernel`.
    private static func path(_ path: String, endsWith words: [String]) -> Bool {
        let parts = path.split(separator: "/").suffix(words.count)
        return parts.count == words.count
            && zip(parts, words).allSatisfy { part, word in part == word || part == "\(word):0" }
    }
}
