import Analysis
import Gateway
import Signals

/// The actigraphy transformer's part of an analysis.
enum NightEmbedding {
    /// Days that a recording must have before it is encoded.
    private static let leastMinutes = 3 * 1440

    /// Encodes the last week of a recording when weights are given or installed.
    static func fill(_ context: inout NightContext, _ arguments: Arguments, minutes: ActivityMinutes?) throws {
        guard arguments.value("--weights") != nil || isInstalled(arguments) else {
            guard arguments.value("--head") == nil else { throw Failure(.notFound, PATText.weightsMissing) }
            return
        }
        guard let values = minutes?.values, values.count(where: { !$0.isNaN }) >= leastMinutes else {
            context.embeddingReason = "the transformer takes a week of minutes; fewer than 3 days have values"
            return
        }
        let file = try PATWeightsFile.find(arguments)
        let encoding = PATEncoder(file.weights).encode(try PATWeek(values).values)
        context.embedding = encoding.embedding
        context.embeddingModel = "\(file.weights.model.rawValue), \(file.label), standardised by the recording itself"
        if let path = arguments.value("--head") {
            context.headScore = try PATDocuments.head(path).score(encoding.embedding)
        }
    }

    private static func isInstalled(_ arguments: Arguments) -> Bool {
        (try? DataFolder(arguments)).map { !PATWeightsFolder(in: $0.path).installed.isEmpty } ?? false
    }
}
