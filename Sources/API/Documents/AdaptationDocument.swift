import Companion
import Documents
import Runtime

extension AdaptationDocument {
    /// An adapted text with everything that was changed.
    init(_ adaptation: Adaptation) {
        self.init()
        (original, adapted) = (adaptation.original.string, adaptation.adapted)
        simplifications = adaptation.simplifications
        (before, after) = (rounded(adaptation.before.overall), rounded(adaptation.difficultyAfter))
        notEasierBecause = adaptation.notEasierBecause
        (language, strategy) = (adaptation.language.code, adaptation.strategy)
        method = MethodDocument(Adaptation.method)
        (difficulty.lexical, difficulty.syntactic) = (
            rounded(adaptation.before.lexical), rounded(adaptation.before.syntactic)
        )
        (difficulty.concept, difficulty.cultural) = (
            rounded(adaptation.before.concept), rounded(adaptation.before.cultural)
        )
        (readabilityBefore, readabilityReason) = Self.readability(adaptation.original, adaptation.language)
        readabilityAfter = Self.readability(ReadText(adaptation.body), adaptation.language).values
        changes = zip(adaptation.changes, adaptation.original.ranges(of: adaptation.changes)).map { Change($0, $1) }
        missing = adaptation.missing.map { told in
            var missing = Missing()
            (missing.kind, missing.reason) = (told.kind, told.reason)
            return missing
        }
        let told = adaptation.presentation
        (presentation.lineHeight, presentation.letterSpacing) = (told.lineHeight, told.letterSpacing)
        presentation.paragraphSpacing = told.paragraphSpacing
        presentation.wordsPerMinute = Double(told.wordsPerMinute)
    }

    /// The measures of a text, or why there are none.
    private static func readability(
        _ text: ReadText, _ language: TextLanguage
    ) -> (values: [String: Double]?, reason: String?) {
        do {
            let measured = try MeasuredReadability(text, language)
            var values: [String: Double] = [:]
            for measure in measured.values { values[measure.name] = (measure.value * 1000).rounded() / 1000 }
            values["words"] = Double(measured.words)
            values["sentences"] = Double(measured.sentences)
            return (values, nil)
        } catch {
            return (nil, error.reason)
        }
    }
}

extension AdaptationDocument.Change {
    fileprivate init(_ change: TextChange, _ range: TextRange) {
        self.init()
        kind = change.kind
        (start, end) = (range.utf8.lowerBound, range.utf8.upperBound)
        (startUTF16, endUTF16) = (range.utf16.lowerBound, range.utf16.upperBound)
        (original, replacement, note, why) = (change.original, change.replacement, change.note, change.why)
    }
}

private func rounded(_ number: Double) -> Double { (number * 1e12).rounded() / 1e12 }
