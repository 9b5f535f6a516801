import Companion
import Documents
import Runtime

/// An adapted text with everything that was changed.
enum AdaptationDocument {
    static func write(_ adaptation: Adaptation, _ json: inout JSONText) {
        let adapted = adaptation.adapted
        json.field("original_content", adaptation.original.string)
        json.field("adapted_content", adapted)
        json.array("simplifications", adaptation.simplifications)
        json.field("difficulty_before", rounded(adaptation.before.overall))
        json.field("difficulty_after", rounded(adaptation.difficultyAfter))
        json.field("not_easier_because", adaptation.notEasierBecause)
        json.field("language", adaptation.language.code)
        json.field("strategy", adaptation.strategy)
        json.method("method", Adaptation.method)
        json.object("content_difficulty") { json in
            json.field("lexical", rounded(adaptation.before.lexical))
            json.field("syntactic", rounded(adaptation.before.syntactic))
            json.field("concept", rounded(adaptation.before.concept))
            json.field("cultural", rounded(adaptation.before.cultural))
        }
        let unknown = readability("readability_before", adaptation.original, adaptation.language, &json)
        readability("readability_after", ReadText(adaptation.body), adaptation.language, &json)
        json.field("readability_reason", unknown)
        json.array("changes") { json in
            for (change, range) in zip(adaptation.changes, adaptation.original.ranges(of: adaptation.changes)) {
                json.object { write(change, range, &$0) }
            }
        }
        json.array("missing") { json in
            for missing in adaptation.missing {
                json.object { json in
                    json.field("kind", missing.kind.rawValue)
                    json.field("reason", missing.reason)
                }
            }
        }
        json.object("presentation") { json in
            json.field("line_height", adaptation.presentation.lineHeight)
            json.field("letter_spacing_em", adaptation.presentation.letterSpacing)
            json.field("paragraph_spacing_em", adaptation.presentation.paragraphSpacing)
            json.field("words_per_minute", adaptation.presentation.wordsPerMinute)
        }
    }

    private static func write(_ change: TextChange, _ range: TextRange, _ json: inout JSONText) {
        json.field("kind", change.kind.rawValue)
        json.field("start", range.utf8.lowerBound)
        json.field("end", range.utf8.upperBound)
        json.field("start_utf16", range.utf16.lowerBound)
        json.field("end_utf16", range.utf16.upperBound)
        json.field("original", change.original)
        json.field("replacement", change.replacement)
        json.field("note", change.note)
        json.field("why", change.why)
    }

    /// Writes the measures of a text and returns why there are none.
    @discardableResult
    private static func readability(
        _ name: String, _ text: ReadText, _ language: TextLanguage, _ json: inout JSONText
    ) -> String? {
        do {
            let measured = try MeasuredReadability(text, language)
            json.object(name) { json in
                for measure in measured.values { json.field(measure.name, (measure.value * 1000).rounded() / 1000) }
                json.field("words", measured.words)
                json.field("sentences", measured.sentences)
            }
            return nil
        } catch {
            json.field(name, nil as String?)
            return error.reason
        }
    }

    private static func rounded(_ number: Double) -> Double { (number * 1e12).rounded() / 1e12 }
}
