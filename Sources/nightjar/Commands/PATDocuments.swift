import Analysis
import Documents
import Recordings
import Runtime
import Signals

/// Parsers for heads and references in JSON.
enum PATDocuments {
    /// A population's curves: `mean` and `sd` of 1440 or 10 080 numbers.
    static func reference(_ path: String) throws -> PATReference {
        let members = try object(path)
        guard let mean = members["mean"], let deviation = members["sd"] ?? members["std"] else {
            throw Failure(.failed, "\(path) has no “mean” and “sd”.")
        }
        return try PATReference(mean: try numbers(mean, path), deviation: try numbers(deviation, path))
    }

    /// A head: two layers with `kernel` and `bias`, told apart by their shapes.
    static func head(_ path: String) throws -> PATHead {
        var layers: [(kernel: [Double], bias: [Double])] = []
        for (_, layer) in try object(path).sorted(by: { $0.key < $1.key }) {
            guard let members = layer.object, let kernel = members["kernel"], let bias = members["bias"] else {
                continue
            }
            layers.append((try numbers(kernel, path), try numbers(bias, path)))
        }
        guard layers.count == 2, let hidden = layers.first(where: { $0.bias.count > 1 }),
            let output = layers.first(where: { $0.bias.count == 1 })
        else {
            throw Failure(
                .failed, "\(path) is no head: it needs two layers with “kernel” and “bias”, from 96 to 128 and to 1.")
        }
        return try PATHead(
            hiddenKernel: hidden.kernel.map(Float.init), hiddenBias: hidden.bias.map(Float.init),
            outputKernel: output.kernel.map(Float.init), outputBias: Float(output.bias[0]))
    }

    private static func object(_ path: String) throws -> [String: JSONValue] {
        let file = try RecordingFile.open(path: path)
        guard file.size <= 16 << 20 else { throw Failure(.failed, "\(path) is too large.") }
        let bytes = try file.bytes(at: 0, count: file.size)
        do {
            guard let members = try JSONValue(parsing: bytes).object else {
                throw Failure(.failed, "\(path) is no JSON object.")
            }
            return members
        } catch let error as DecodeError {
            throw Failure(.failed, "\(path) is no JSON: \(error).")
        }
    }

    /// A number, or numbers however deep in arrays, in their order.
    private static func numbers(_ value: JSONValue, _ path: String) throws -> [Double] {
        switch value {
        case .number(let number): return [number]
        case .array(let values): return try values.flatMap { try numbers($0, path) }
        default: throw Failure(.failed, "\(path) has something else where numbers are expected.")
        }
    }
}
