"""The rater study: people give drawings 1 to 5, without knowing which system drew them.

``design`` plans who sees what, ``package`` writes the folder of a study, ``store`` keeps the answers, ``export`` takes
them out. The store needs the extra ``graphicacy[study]``.
"""
