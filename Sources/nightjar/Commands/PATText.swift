/// Sentences that go with the transformer's numbers.
enum PATText {
    static let noHead = "no trained head was given; the encoder alone has no score"
    static let notADiagnosis =
        "the score of the given head, not a diagnosis: the published depression models reach an area under the curve of 0.56 "
        + "to 0.61 on people they have not seen; if you are worried, talk to a professional"
    static let ownNormalisation =
        "the published models were standardised minute by minute across people; without such a reference the recording's own "
        + "mean and deviation were taken"
    static let noWeights =
        "no weights of the pretrained actigraphy transformer are installed; `nightjar pat install PATH` takes a downloaded file"
    static let weightsMissing = "N\(noWeights.dropFirst())."
}
