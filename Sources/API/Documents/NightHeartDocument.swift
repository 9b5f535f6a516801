import Analysis
import Documents
import Gateway
import Signals

extension NightHeartDocument {
    /// The heart of a night as its page shows it.
    init(_ view: NightView) {
        func figure(_ name: NightHeart.Figure) -> Figure {
            var figure = Figure()
            guard let estimate = view.heart.figures[name] else { return figure }
            figure.estimate = EstimateDocument(estimate, unit: name.unit)
            if let usual = view.usualHeart[name] {
                var told = Usual()
                (told.median, told.spread, told.nights) = (usual.median, usual.spread, usual.nights)
                figure.usual = told
            } else {
                figure.usualReason =
                    estimate.value == nil
                    ? "this night has no such figure"
                    : "fewer than \(UsualFigure.least) nights before with such a figure"
            }
            return figure
        }
        self.init()
        (lowest, mean, resting) = (figure(.lowest), figure(.mean), figure(.resting))
        (variability, deepVariability) = (figure(.variability), figure(.deepVariability))
        (firstVariability, lastVariability) = (figure(.firstVariability), figure(.lastVariability))
        respiration = figure(.respiration)
    }
}
