import Analysis
import Documents
import Gateway
import Signals
import Store

extension NightVersionsDocument.Version {
    init(_ version: NightVersion) {
        self.init()
        made = version.made
        source = version.recording == nil ? .live : .import
        (sleepStart, sleepEnd) = (version.night.sleepPeriod?.lowerBound, version.night.sleepPeriod?.upperBound)
        methods = [version.night.periodMethod, version.night.scoringMethod].map { MakerDocument($0) }
        toShown = NightDifferenceDocument(version.difference)
    }
}

extension NightVersionsDocument.Edit {
    init(_ edit: NightEdit, _ authors: [Person.ID: String]) {
        self.init()
        (made, until, author) = (edit.made, edit.replaced, edit.author.flatMap { authors[$0] })
        (sleepStart, sleepEnd) = (edit.sleepPeriod?.lowerBound, edit.sleepPeriod?.upperBound)
        lightsOut = edit.lightsOut
    }
}

extension NightRescoringDocument.Night {
    init(_ found: NightRescoring) {
        let after = found.after ?? found.before
        self.init()
        (date, device) = (found.before.date, found.device.rawValue)
        source = found.recording == nil ? .live : .import
        outcome =
            switch found.outcome {
            case .identical: .identical
            case .changed: .changed
            case .newVersion: .newVersion
            case .unavailable: .unavailable
            }
        (reason, isEdited) = (found.reason, found.isEdited)
        methods = [after.periodMethod, after.scoringMethod].map { MakerDocument($0) }
        difference = NightDifferenceDocument(NightDifference(from: found.before, to: after))
    }
}

extension NightDifferenceDocument {
    init(_ difference: NightDifference) {
        self.init()
        (startShift, endShift) = (difference.startShift, difference.endShift)
        (epochs, changedEpochs) = (difference.comparedEpochs, difference.changedEpochs)
        figures = difference.figures.map { figure in
            var told = Figure()
            (told.name, told.before, told.after) = (figure.name, figure.before, figure.after)
            return told
        }
    }
}
