import Signals

/// The tables of a file of weights, by the end of their path.
struct PATTables {
    let file: HDF5File

    /// Whether there is a table with these words in its path.
    func has(_ words: String...) -> Bool { !matches(words).isEmpty }

    /// The shape of the table with these words in its path.
    func shape(_ words: String...) throws -> [Int] { try find(words).shape }

    /// Kernel and bias of a layer that takes `from` to `to`.
    func dense(
        _ words: [String], from: [Int], to: [Int], width: PackedMatrix.Width = .tile, scale: Float = 1
    ) throws -> PATWeights.Dense {
        PATWeights.Dense(
            try values(words + ["kernel"], shape: from + to), bias: try values(words + ["bias"], shape: to),
            width: width, scale: scale)
    }

    /// Gain and offset of a layer normalisation.
    func norm(_ word: String) throws -> PATWeights.Norm {
        PATWeights.Norm(
            gamma: try values([word, "gamma"], shape: [PATModel.width]),
            beta: try values([word, "beta"], shape: [PATModel.width]))
    }

    private func values(_ words: [String], shape: [Int]) throws -> [Float] {
        let table = try find(words)
        let name = words.joined(separator: "/")
        guard table.shape == shape else {
            throw Failure(.failed, "The weights' table \(name) has the shape \(table.shape), not \(shape).")
        }
        do {
            let values = try file.values(table)
            guard values.allSatisfy(\.isFinite) else {
                throw Failure(.failed, "The weights' table \(name) holds what is no number.")
            }
            return values
        } catch let error as DecodeError {
            throw Failure(.failed, "The weights' table \(name) cannot be read: \(error).")
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
