import Analysis
import Glibc
import Signals
import Synchronization

/// The weights of the actigraphy transformer that were installed; read for each week that is encoded and not kept, as they
/// take eight megabytes.
final class PATWeightsLoader: Sendable {
    /// Days that must have values before a week is encoded.
    private static let leastMinutes = 3 * 1440

    private let folder: PATWeightsFolder
    private let looked = Mutex<(stamp: [Int64], fault: String?)?>(nil)

    init(folder: PATWeightsFolder) { self.folder = folder }

    /// Models whose weights are there, the largest first.
    var installed: [PATModel] { folder.installed }

    /// Why the largest installed model cannot be used; nil when it can, or when none is installed. It is read once for each
    /// change of its file.
    var fault: String? {
        guard let model = installed.first else { return nil }
        return looked.withLock { looked in
            var status = stat()
            guard let path = folder.file(of: model), stat(path, &status) == 0 else {
                return "the file of weights is gone"
            }
            let stamp = [Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
            if let looked, looked.stamp == stamp { return looked.fault }
            let found = look(at: model)
            looked = (stamp, found)
            return found
        }
    }

    private func look(at model: PATModel) -> String? {
        do {
            _ = try folder.read(model)
            return nil
        } catch {
            return "the weights of \(model.rawValue) cannot be read; `nightjar pat install` puts them there anew"
        }
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
            let weights = try folder.read(model).weights
            let week = try PATWeek(minutes)
            return (
                PATEncoder(weights).encode(week.values).embedding, "\(model.rawValue), \(week.normalisation.rawValue)"
            )
        } catch { return (nil, error is Failure ? Failure.telling(error) : "the weights cannot be read: \(error)") }
    }
}
