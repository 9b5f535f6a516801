import Analysis
import Glibc
import Recordings
import Signals

/// The weights of the actigraphy transformer that were installed; read for each week that is encoded and not kept, as they
/// take eight megabytes.
struct PATShelf: Sendable {
    /// Days that must have values before a week is encoded.
    private static let leastMinutes = 3 * 1440
    private static let largest = 64 << 20

    /// The folder that `nightjar pat install` fills.
    let folder: String

    /// Models whose weights are there, the largest first.
    var installed: [PATModel] {
        PATModel.allCases.reversed().filter { access(path(of: $0), R_OK) == 0 }
    }

    /// The mean token of the last week of some minutes, with the name of the weights; or nil, with the reason.
    func encode(_ minutes: [Double]) -> (embedding: [Float]?, note: String) {
        guard let model = installed.first else {
            return (nil, "no weights of the actigraphy transformer are installed; `nightjar pat install` does it")
        }
        guard minutes.count(where: \.isFinite) >= Self.leastMinutes else {
            return (nil, "the transformer takes a week of minutes; fewer than 3 days have values")
        }
        do {
            let file = try RecordingFile.open(path: path(of: model))
            guard file.size <= Self.largest else { return (nil, "the file of weights is too large") }
            let weights = try PATWeights(HDF5File(try file.bytes(at: 0, count: file.size)))
            let week = try PATWeek(minutes)
            return (
                PATEncoder(weights).encode(week.values).embedding, "\(model.rawValue), \(week.normalisation.rawValue)"
            )
        } catch { return (nil, error is Failure ? Failure.telling(error) : "the weights cannot be read: \(error)") }
    }

    private func path(of model: PATModel) -> String { "\(folder)/\(model.rawValue).h5" }
}
